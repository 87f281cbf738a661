-- Lines of Flink Agents' own event log: flat, flat with other names, and the older nested shape.
-- clock: 2026-07-03 04:30:00
-- Any event but those of memory is a host's, its attributes are its value. Whose it is: businessKey …
SELECT mem_import('{"timestamp":"2024-01-15T10:30:00Z","inputRunId":"r-1","businessKey":"u","agentName":"a","eventId":"00000000-0000-0000-0000-000000000001","eventType":"_input_event","eventAttributes":{"input":"hi","n":9223372036854775807}}') IS NOT NULL;
-- → 1
-- … else whose the event is that set it off …
SELECT mem_import('{"timestamp":"2024-01-15T10:30:00.25Z","eventId":"00000000-0000-0000-0000-000000000002","eventType":"_chat_request_event","upstreamEventId":"00000000-0000-0000-0000-000000000001","upstreamActionName":"process","status":null,"eventAttributes":{}}') IS NOT NULL;
-- → 1
-- … else that is not known. The older shape: what stands beside the attributes comes to them.
SELECT mem_import('{"timestamp":"2024-01-15T10:30:00.250000001Z","event":{"eventType":"org.apache.flink.agents.api.InputEvent","id":"00000000-0000-0000-0000-000000000003","attributes":{},"input":"test"}}') IS NOT NULL;
-- → 1
-- Two members of one name stay two.
SELECT mem_import('{"timestamp":"2024-01-15T10:30:01Z","logLevel":"STANDARD","eventType":"T","event":{"eventType":"U","id":"00000000-0000-0000-0000-000000000004","attributes":{"x":1},"x":2,"upstreamEventId":"00000000-0000-0000-0000-000000000002","upstreamActionName":"next"}}') IS NOT NULL;
-- → 1
SELECT time, type, key, value, action, (SELECT origin FROM mem_event WHERE seq = e.cause), meta FROM mem_event e;
-- → 2024-01-15 10:30:00.000000 | _input_event | u | {"input":"hi","n":9223372036854775807} | ∅ | ∅ | {"line":{"inputRunId":"r-1","agentName":"a"}}
-- → 2024-01-15 10:30:00.250000 | _chat_request_event | u | {} | process | 00000000-0000-0000-0000-000000000001 | {"line":{"status":null}}
-- → 2024-01-15 10:30:00.250000 | org.apache.flink.agents.api.InputEvent | (none) | {"input":"test"} | ∅ | ∅ | ∅
-- → 2024-01-15 10:30:01.000000 | T | u | {"x":1} | next | 00000000-0000-0000-0000-000000000002 | {"line":{"event":{"x":2,"eventType":"U"},"logLevel":"STANDARD"}}

-- A run's begin carries all values: memory is that, and its past is known from there on.
SELECT mem_import('{"timestamp":"2024-01-15T10:31:00Z","eventId":"00000000-0000-0000-0000-000000000005","eventType":"_agent_run_begin_event","eventAttributes":{"key":"u","value":{"user.tier":"gold","n":null,"\"m\"":{"b.c":1}}}}') IS NOT NULL;
-- → 1
SELECT mem_snapshot('u'), mem_rebuild_at('u', '#last'), (SELECT outcome IS NULL FROM mem_run WHERE run = 1);
-- → {"m":{"b.c":1},"n":null,"user.tier":"gold"} | {"m":{"b.c":1},"n":null,"user.tier":"gold"} | 1
-- A write does not say what else went: memory has what is known, but its past is not known until the next full state.
SELECT mem_import('{"timestamp":"2024-01-15T10:31:01Z","eventId":"00000000-0000-0000-0000-000000000006","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"user.tier":"silver","user.\"address\".city":"SF"}}}') IS NOT NULL;
-- → 1
SELECT mem_snapshot('u'), mem_rebuild_at('u', '00000000-0000-0000-0000-000000000005');
-- → {"m":{"b.c":1},"n":null,"user.address.city":"SF","user.tier":"silver"} | {"m":{"b.c":1},"n":null,"user.tier":"gold"}
SELECT mem_rebuild_at('u', '00000000-0000-0000-0000-000000000006');
-- ! short_term memory of key u
-- ! its changes were not recorded from
SELECT mem_import('{"timestamp":"2024-01-15T10:31:01Z","event_id":"00000000-0000-0000-0000-000000000007","event_type":"_sensory_write_event","event_attributes":{"key":"u","value":{"draft":1}}}') IS NOT NULL,
       mem_import('{"timestamp":"2024-01-15T10:31:01Z","event_id":"00000000-0000-0000-0000-000000000008","event_type":"_short_term_read_event","event_attributes":{"key":"u","value":{"n":null}}}') IS NOT NULL;
-- → 1 | 1
SELECT mem_rebuild_at('u', '#last', 'sensory');
-- ! sensory memory of key u
SELECT mem_import('{"timestamp":"2024-01-15T10:32:00Z","eventId":"00000000-0000-0000-0000-000000000009","eventType":"_agent_run_begin_event","upstreamActionName":"b","eventAttributes":{"key":"u","value":{"user.tier":"silver"}}}') IS NOT NULL;
-- → 1
SELECT mem_snapshot('u'), mem_rebuild_at('u', '#last'), mem_rebuild_at('u', '#last', 'sensory'), mem_snapshot('u', 'sensory');
-- → {"user.tier":"silver"} | {"user.tier":"silver"} | {} | {}
-- The nested shape of a memory event, in both of its forms; what it has beside key and value is kept.
SELECT mem_import('{"timestamp":"2024-01-15T10:33:00Z","event":{"type":"_short_term_write_event","id":"00000000-0000-0000-0000-00000000000a","attributes":{"key":"w","value":{"a":1},"more":2}}}') IS NOT NULL,
       mem_import('{"timestamp":"2024-01-15T10:33:00Z","event":{"type":"_short_term_write_event","id":"00000000-0000-0000-0000-00000000000b","key":"w","value":{"b.c":[1,{"d":2.50}]}}}') IS NOT NULL;
-- → 1 | 1
SELECT mem_snapshot('w'), (SELECT meta FROM mem_event WHERE id = '00000000-0000-0000-0000-00000000000a');
-- → {"a":1,"b.c":[1,{"d":2.5}]} | {"line":{"eventAttributes":{"more":2}}}
-- What is written here closes the gap: from there on memory is what it is here.
-- clock: 2026-07-03 04:30:00
SELECT mem_set('w', 'z', 1) ->> 'path', mem_rebuild_at('w', '#last');
-- → z | {"a":1,"b.c":[1,{"d":2.5}],"z":1}
-- Long-term events are kept as they are.
SELECT mem_import('{"timestamp":"2026-07-03T04:30:00Z","eventId":"00000000-0000-0000-0000-00000000000c","eventType":"_long_term_update_event","eventAttributes":{"key":"w","value":{"prefs.m_8f3":"likes mail","profile.m_a01":null}}}') IS NOT NULL,
       mem_import('{"timestamp":"2026-07-03T04:30:00Z","eventId":"00000000-0000-0000-0000-00000000000d","eventType":"_long_term_search_event","eventAttributes":{"key":"w","value":{"refund policy":[{"id":"p_01","value":"7-day","score":0.92}]}}}') IS NOT NULL;
-- → 1 | 1
SELECT type, value FROM mem_event WHERE type LIKE '_long%';
-- → _long_term_update_event | {"prefs.m_8f3":"likes mail","profile.m_a01":null}
-- → _long_term_search_event | {"refund policy":[{"id":"p_01","value":"7-day","score":0.92}]}
-- The journal: gaps, and the run that was still open when the next began.
SELECT type, key, run, observed, origin IS NULL FROM mem_journal WHERE key = 'u' AND type NOT LIKE '_chat%' AND type <> 'T';
-- → _input_event | u | ∅ | 1 | 0
-- → _short_term_gap | u | ∅ | 0 | 1
-- → _agent_run_begin_event | u | 1 | 1 | 0
-- → _short_term_gap | u | 1 | 0 | 1
-- → _short_term_write_event | u | 1 | 1 | 0
-- → _sensory_gap | u | 1 | 0 | 1
-- → _sensory_write_event | u | 1 | 1 | 0
-- → _short_term_read_event | u | 1 | 1 | 0
-- → _agent_run_end_event | u | 1 | 1 | 1
-- → _agent_run_begin_event | u | 2 | 1 | 0
-- Once more: all is here.
SELECT mem_import('{"timestamp":"2024-01-15T10:31:01Z","eventId":"00000000-0000-0000-0000-000000000006","eventType":"_short_term_write_event","eventAttributes":{"key":"u","value":{"user.tier":"silver","user.\"address\".city":"SF"}}}');
-- → ∅
-- The same in the other shape is the same.
SELECT mem_import('{"timestamp":"2024-01-15T10:31:01.000000Z","event":{"type":"_short_term_write_event","id":"00000000-0000-0000-0000-000000000006","attributes":{"key":"u","value":{"user.tier":"silver","user.address.city":"SF"}}}}');
-- → ∅
