-- What mem_get_json gives of a value matches, if it is the mark of a redacted one, too; stored whole, or aside.
-- clock: 2026-07-03 10:00:00
SELECT mem_set('u', 'a', 'secret') ->> 'path', mem_set('u', 'b', 'secret') ->> 'path', mem_set('u', 'c', 'secret') ->> 'path';
-- → a | b | c
-- clock: 2026-07-03 11:00:00
SELECT mem_delete('u', ''), mem_config('memory.inline-value-bytes', 64);
-- → 3 | 64
SELECT mem_redact(min(seq), 'a', 'PCI "x"'), mem_redact(min(seq) + 1, 'b', NULL), mem_redact(min(seq) + 2, 'c', hex(zeroblob(100))) FROM mem_event;
-- → 1 | 1 | 1
SELECT mem_restore('u', '2026-07-03 10:30'), mem_get_json('u', 'a'), mem_get_json('u', 'b'), length(mem_get_json('u', 'c'));
-- → 3 | {"redacted": "PCI \"x\""} | {"redacted": null} | 216
SELECT mem_set_if('u', 'a', '{"redacted": "PCI"}', 1), mem_set_if('u', 'a', 'null', 1), mem_set_if('u', 'a', '{"redacted": "PCI \"x\"","a":1}', 1), mem_set_if('u', 'a', NULL, 1);
-- → 0 | 0 | 0 | 0
SELECT mem_set_if('u', 'a', mem_get_json('u', 'a'), 1), mem_set_if('u', 'b', '{ "redacted":null }', json('{"redacted":null}')), mem_set_if('u', 'c', mem_get_json('u', 'c'), 3);
-- → 1 | 1 | 1
SELECT mem_get('u', ''), mem_set_if('u', 'b', '{"redacted": null}', 2), mem_get('u', 'b');
-- → {"a":1,"b":{"redacted":null},"c":3} | 1 | 2
