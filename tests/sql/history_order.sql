-- mem_history newest first, in ranges of positions and times, and with LIMIT.
-- clock: 2026-07-03 04:22:36
SELECT mem_set('ann', 'n', 1), mem_set('ann', 'user.name', 'Ada'), mem_set('ann', 'user.age', 36);
-- clock: 2026-07-03 04:22:37
SELECT mem_set('ann', 'n', 2);
-- clock: 2026-07-03 04:22:38.5
SELECT mem_delete('ann', 'user'), mem_set('ann', 'user.name', 'Eva');
BEGIN;
SELECT mem_set('ann', 'n', 3), mem_delete('ann', 'user'), mem_set('ann', 'user.name', 'Ada');
COMMIT;

-- Exactly the other way round.
SELECT path, change, before, after FROM mem_history('ann') ORDER BY seq DESC;
-- → user.name | set | ∅ | "Ada"
-- → user | object | ∅ | {}
-- → n | set | '2' | '3'
-- → user.name | delete | "Eva" | ∅
-- → user | delete | {} | ∅
-- → user.name | set | ∅ | "Eva"
-- → user | object | ∅ | {}
-- → user.name | delete | "Ada" | ∅
-- → user.age | delete | '36' | ∅
-- → user | delete | {} | ∅
-- → n | set | '1' | '2'
-- → user.age | set | ∅ | '36'
-- → user.name | set | ∅ | "Ada"
-- → user | object | ∅ | {}
-- → n | set | ∅ | '1'

SELECT path, before, after FROM mem_history('ann', 'n') ORDER BY seq DESC LIMIT 2;
-- → n | '2' | '3'
-- → n | '1' | '2'
SELECT before, after FROM mem_history('ann', 'user.name') ORDER BY time DESC, seq DESC LIMIT 1;
-- → ∅ | "Ada"
SELECT before, after FROM mem_history('ann', 'user.age') ORDER BY seq DESC;
-- → '36' | ∅
-- → ∅ | '36'
SELECT path, after FROM mem_history('ann') ORDER BY path, seq DESC LIMIT 3;
-- → n | '3'
-- → n | '2'
-- → n | '1'

-- What was there before is right at the edge of a range, too.
SELECT before, after FROM mem_history('ann', 'n') WHERE time = '2026-07-03 04:22:37.000000';
-- → '1' | '2'
SELECT before, after FROM mem_history('ann', 'n') WHERE time > '2026-07-03 04:22:37' AND time < '2026-07-03 04:22:38' ORDER BY seq DESC;
-- → '1' | '2'
SELECT before, after FROM mem_history('ann', 'n') WHERE time >= '2026-07-03 04:22:38';
-- → '2' | '3'
SELECT before, after FROM mem_history('ann', 'n') WHERE seq > (SELECT min(seq) FROM mem_event) AND seq < (SELECT max(seq) FROM mem_event);
-- → '1' | '2'
SELECT count(*) FROM mem_history('ann') WHERE seq > 9e18 OR time < '2026';
-- → 0
SELECT count(*) FROM mem_history('ann') WHERE seq = 'x' OR seq IS NULL;
-- → 0

-- A cursor does not see what comes after it was opened: this would never end.
SELECT count(mem_set('ann', 'n', seq)) FROM mem_history('ann', 'n');
-- → 3
SELECT count(*) FROM mem_history('ann', 'n');
-- → 6
SELECT count(mem_set('ann', 'n', seq)) FROM (SELECT seq FROM mem_history('ann', 'n') ORDER BY seq DESC);
-- → 6
SELECT count(*) FROM mem_history('ann', 'n') WHERE after = before;
-- → 0
