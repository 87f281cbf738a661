-- The index of the texts of items that stand, made when the first item is stored (where SQLite has FTS5). It holds no
-- text of its own: rowid is memlog_item.number.
--   place  two words that stand for the key, and for the key with the set
--   body   the content, as words: how is told in sql/README.md. Whoever changes how they are made renames this column, so
--          that what an older library made is known to be another index
CREATE VIRTUAL TABLE memlog_item_text USING fts5(place, body, content='',
  tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'");
