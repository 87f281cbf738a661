-- What is left of the rows of a forgotten key is passed by.
SELECT mem_import('{"timestamp":"2026-07-03T05:00:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000001","eventType":"_short_term_write_event","eventAttributes":{"key":""},"memlog":{"seq":1783054800000000,"digest":"25aa8c000dba57bda9015db01b1a85b8"}}'),
       mem_import('{"timestamp":"2026-07-03T05:00:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000002","eventType":"_memory_erased_event","eventAttributes":{"key":"","value":{"reason":"asked"}},"memlog":{"seq":1783054800000001}}');
-- → ∅ | ∅
SELECT mem_import('{"timestamp":"2026-07-03T05:00:00.000000Z","logLevel":"VERBOSE","eventId":"019f2636-d6e0-8000-8af1-000000000003","eventType":"_short_term_write_event","eventAttributes":{"key":"f","value":{"b":2}},"memlog":{"seq":1783054800000002}}') IS NOT NULL;
-- → 1
SELECT type, key, value FROM mem_journal;
-- → _short_term_write_event | f | {"b":2}
