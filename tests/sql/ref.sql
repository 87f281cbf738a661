-- References: a node named by its key, scope and path, in one JSON map.
-- clock: 2026-07-03 04:22:36.087914

SELECT mem_set('k', 'a.b', 1);
-- → {"key":"k","scope":"short_term","path":"a.b","type":"integer"}
SELECT mem_ref('k', 'a.b'), mem_ref('k', 'a'), mem_ref('k', '"a"."b"', 'short_term');
-- → {"key":"k","scope":"short_term","path":"a.b","type":"integer"} | {"key":"k","scope":"short_term","path":"a","type":"object"} | {"key":"k","scope":"short_term","path":"a.b","type":"integer"}
-- The node need not exist.
SELECT mem_ref('k', 'no.such')->>'path', mem_ref('k', 'no.such')->>'type', mem_ref('k', 'a.b', 'sensory')->>'scope',
       mem_ref('none', '')->>'path';
-- → no.such | ∅ | sensory | ''
SELECT mem_resolve(mem_ref('k', 'no.such')), mem_resolve(mem_ref('none', '')),
       mem_resolve(mem_ref('k', 'a.b', 'sensory'));
-- → ∅ | {} | ∅

-- A reference is alive: it names the node, not what stood there.
CREATE TEMP TABLE kept AS SELECT mem_set('k', 'live', 1) AS ref;
SELECT mem_set('k', 'live', 'two')->>'type', mem_resolve(ref), mem_get('k', ref) FROM kept;
-- → text | two | two
SELECT mem_set_json('k', 'live', '{"x":[1]}')->>'type', mem_resolve(ref), mem_get_json('k', ref), mem_type('k', ref),
       mem_exists('k', ref) FROM kept;
-- → map | {"x":[1]} | {"x":[1]} | map | 1
SELECT mem_delete('k', 'live'), mem_resolve(ref), mem_exists('k', ref) FROM kept;
-- → 1 | ∅ | 0

-- By the reference's own key and scope.
SELECT mem_set('other', 's', 'sensed', 'sensory') AS ref, mem_resolve(mem_ref('other', 's', 'sensory'));
-- → {"key":"other","scope":"sensory","path":"s","type":"text"} | sensed
SELECT mem_get('other', mem_ref('other', 's', 'sensory')), mem_get('other', 's');
-- → sensed | ∅
SELECT mem_get('other', mem_ref('other', 's', 'sensory'), 'sensory');
-- → sensed
-- A reference whose key or scope contradicts the arguments is an error.
SELECT mem_get('k', mem_ref('other', 's', 'sensory'));
-- ! other
-- ! k
SELECT mem_get('other', mem_ref('other', 's', 'sensory'), 'short_term');
-- ! sensory
-- ! short_term
SELECT mem_get_json('k', mem_ref('other', 'a'));
-- ! other
SELECT mem_exists('k', mem_ref('other', 'a'));
-- ! other
SELECT mem_exists('k', mem_ref('k', 'a'), 'sensory');
-- ! sensory

-- References in the place of paths for writing, too.
SELECT mem_set('k', mem_ref('k', 'w.x'), 5)->>'path', mem_incr('k', mem_ref('k', 'w.x'), 1),
       mem_append('k', mem_ref('k', 'l'), 1)->>'path',
       mem_field_names('k', mem_ref('k', 'w')), mem_delete('k', mem_ref('k', 'w'));
-- → w.x | 6 | l.0 | ["x"] | 2
SELECT mem_set('k', mem_ref('other', 'a'), 5);
-- ! other

-- References found in memory lead on: fields of fields.
SELECT mem_set('k', 'user.address.city', 'SF')->>'path', mem_fields('k', mem_fields('k', 'user')->'address');
-- → user.address.city | {"city":"SF"}
SELECT mem_resolve(json_extract(mem_fields('k', 'user'), '$.address'));
-- → {"city":"SF"}
-- A reference can be stored; it is a map like any other.
SELECT mem_set('k', 'pointer', mem_ref('k', 'user'))->>'type', mem_resolve(mem_get('k', 'pointer'));
-- → map | {"address":{"city":"SF"}}

-- Keys and paths that need care in JSON.
SELECT mem_set('k"\' || char(10), '"a.b"."c""d"', 1)->>'path', mem_resolve(mem_ref('k"\' || char(10), '"a.b"."c""d"'));
-- → "a.b"."c""d" | 1

-- Not references.
SELECT mem_resolve('a.b');
-- ! mem_resolve
SELECT mem_resolve(NULL);
-- ! mem_resolve
SELECT mem_resolve(5);
-- ! mem_resolve
SELECT mem_resolve('{"key":"k"}');
-- ! memlog:
SELECT mem_resolve('{"key":"k","scope":"short_term"}');
-- ! memlog:
SELECT mem_resolve('{"key":"k","scope":"no","path":"a"}');
-- ! memlog:
SELECT mem_resolve('{"key":"","scope":"short_term","path":"a"}');
-- ! key
SELECT mem_resolve('{"key":1,"scope":"short_term","path":"a"}');
-- ! memlog:
SELECT mem_resolve('{"key":"k","scope":"short_term","path":"a..b"}');
-- ! a..b
SELECT mem_resolve('{"key":"k","scope":"short_term","path":"a.b"}'),
       mem_resolve('{"path":"a.b","scope":"short_term","key":"k"}'),
       mem_resolve(' { "key" : "k" , "scope" : "short_term" , "path" : "\u0061.b" , "type" : "text" } ');
-- → 1 | 1 | 1
SELECT mem_resolve('{"key":"k","scope":"short_term","path":"a.b"');
-- ! memlog:
