-- mem_help: every function and table there is. (Signatures and examples are tried by laws/test_help.py.)
-- The name of a table is a function's, too, that takes any number of arguments and says that it is a table.
SELECT name FROM pragma_function_list WHERE name LIKE 'mem\_%' ESCAPE '\' EXCEPT SELECT name FROM mem_help WHERE kind = 'function'
  EXCEPT SELECT f.name FROM pragma_function_list AS f JOIN mem_help AS h ON h.name = f.name AND h.kind = 'table' WHERE f.narg = -1;
-- no rows
SELECT name FROM mem_help WHERE kind = 'function' AND signature NOT LIKE '%…%' EXCEPT SELECT name FROM pragma_function_list WHERE narg >= 0;
-- no rows
SELECT name FROM pragma_module_list WHERE name = 'mem' OR name LIKE 'mem\_%' ESCAPE '\' EXCEPT SELECT name FROM mem_help WHERE kind = 'table';
-- no rows
SELECT name FROM mem_help WHERE kind = 'table' EXCEPT SELECT name FROM pragma_module_list;
-- no rows
SELECT kind, count(*) - count(DISTINCT name), count(*) >= 10 FROM mem_help GROUP BY kind;
-- → function | 0 | 1
-- → table | 0 | 1
SELECT * FROM mem_help WHERE signature IS NULL OR meaning IS NULL OR example IS NULL OR substr(signature, 1, length(name)) <> name;
-- no rows
SELECT signature, example FROM mem_help('mem_set');
-- → mem_set(key, path, value [, scope]) | SELECT mem_set('user-42', 'user.name', 'Ada')
SELECT kind, signature FROM mem_help('MEM_Config');
-- → function | mem_config(name [, value])
-- → table | mem_config
SELECT count(*) FROM mem_help WHERE name = 'mem_get';
-- → 1
SELECT m.name, h.kind FROM (SELECT 'mem_pick' AS name UNION ALL SELECT 'mem_run') m, mem_help(m.name) h;
-- → mem_pick | function
-- → mem_run | table
SELECT * FROM mem_help('set');
-- ! memlog: mem_help: set: no function or table has this name
SELECT * FROM mem_help(NULL);
-- ! memlog: mem_help: the name must be text
SELECT * FROM mem_help(x'6d656d');
-- ! memlog: mem_help: the name must be text
SELECT count(*) FROM mem_help(CAST(x'6d656d00' AS TEXT));
-- ! memlog: mem_help: mem
-- The argument given twice: no row is of two names.
SELECT name FROM mem_help('mem_set') WHERE of_name = 'mem_get';
-- no rows
SELECT name FROM mem_help('mem_set') WHERE of_name = 'mem_set';
-- → mem_set
SELECT name FROM mem_help('mem_set') WHERE of_name = 'mem_gets';
-- ! memlog: mem_help: mem_gets: no function or table has this name
SELECT h.name FROM (SELECT 'mem_get' AS n UNION SELECT 'mem_set') x LEFT JOIN mem_help h ON h.of_name = x.n ORDER BY 1;
-- → mem_get
-- → mem_set
