-- For a file opened without the extension: the same facts in plain SQL.
CREATE VIEW memlog_v_state AS
SELECT key,
       CASE scope WHEN 'st' THEN 'short_term' ELSE 'sensory' END AS scope,
       path,
       CASE kind WHEN 0 THEN 'object' WHEN 2 THEN 'list' ELSE
         CASE substr(value, 1, 1) WHEN 'n' THEN 'null' WHEN 't' THEN 'true' WHEN 'f' THEN 'false' WHEN '"' THEN 'text'
           WHEN '[' THEN 'array' WHEN '{' THEN 'map' ELSE CASE WHEN value GLOB '*[.eE]*' THEN 'real' ELSE 'integer' END END
       END AS type,
       CASE kind WHEN 1 THEN value END AS json,
       strftime('%Y-%m-%d %H:%M:%S', at / 1000, 'unixepoch') || printf('.%03d000', at % 1000) AS updated_at
  FROM memlog_cell
 WHERE scope <> '';

CREATE VIEW memlog_v_event AS
SELECT seq, id,
       strftime('%Y-%m-%d %H:%M:%S', time / 1000000, 'unixepoch') || printf('.%06d', time % 1000000) AS time,
       type, key, value, removed, containers, before, run, action, txn, cause, meta
  FROM memlog_event;

CREATE VIEW memlog_v_run AS
SELECT run, key, input, output, outcome,
       strftime('%Y-%m-%d %H:%M:%S', begun / 1000000, 'unixepoch') || printf('.%06d', begun % 1000000) AS begun_at,
       strftime('%Y-%m-%d %H:%M:%S', ended / 1000000, 'unixepoch') || printf('.%06d', ended % 1000000) AS ended_at,
       abs(begin_seq) AS begin_seq, abs(end_seq) AS end_seq
  FROM memlog_run;
