-- A key that was copied is forgotten: its name is nowhere; what was copied is another key's memory, and stays. Large values
-- are each key's own.
SELECT mem_config('memory.inline-value-bytes', 64), mem_config('memory.record-previous-value', 1);
-- → 64 | true
SELECT mem_set('secret name', 'note', 'a text that is large enough to be stored aside, in a table of its own')->>'path', mem_set('fork', 'note', 'x')->>'path';
-- → note | note
SELECT mem_copy('secret name', 'fork'), mem_get('fork', 'note'), mem_set('fork', 'note', 'y')->>'path';
-- → 1 | a text that is large enough to be stored aside, in a table of its own | note
SELECT value, before FROM mem_event WHERE key = 'fork';
-- → {"note":"x"} | {"":["note"]}
-- → {"note":"a text that is large enough to be stored aside, in a table of its own"} | {"note":"x"}
-- → {"note":"y"} | {"note":"a text that is large enough to be stored aside, in a table of its own"}
SELECT count(*) FROM memlog_value;
-- → 2
SELECT mem_forget('secret name', 'asked for it')->>'$.key' IS NULL;
-- → 1
SELECT count(*) FROM mem_journal WHERE instr(ifnull(meta, '') || key || ifnull(value, ''), 'secret name');
-- → 0
SELECT mem_restore('fork', (SELECT '#' || seq FROM mem_event WHERE key = 'fork' LIMIT 1 OFFSET 1)), mem_get('fork', 'note');
-- → 1 | a text that is large enough to be stored aside, in a table of its own
SELECT value LIKE '{"note":{"digest": "%', before FROM memlog_event WHERE key = 'fork' ORDER BY seq DESC LIMIT 1;
-- → 1 | {"note":"y"}
SELECT mem_copy('secret name', 'fork'), mem_get('fork', '');
-- → 0 | {}
SELECT before LIKE '{"note":{"digest": "%' FROM memlog_event WHERE key = 'fork' ORDER BY seq DESC LIMIT 1;
-- → 1
