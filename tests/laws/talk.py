"""What a model is sent of a conversation, once more in plain Python, written from the reference."""

import json

CJK = ((0x1100, 0x1200), (0x2E80, 0xA000), (0xA960, 0xA980), (0xAC00, 0xD800), (0xF900, 0xFB00), (0xFE30, 0xFE50), (0xFF00, 0xFFF0))
FURTHER = 1000


class TooLittle(Exception):
    pass


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def estimate(text):
    wide = sum(any(low <= ord(one) < high for low, high in CJK) for one in text)
    return -(-(len(text.encode()) + wide) // 4)


def parts(message):
    names = ("content", "name", "tool_calls", "tool_call_id")
    return [one if isinstance(one, str) else compact(one) for one in map(message.get, names) if one is not None]


class Turn:
    def __init__(self, position, message, overhead):
        self.position, self.message, self.why = position, message, None
        self.valid = (
            isinstance(message, dict)
            and message.get("role") in ("system", "user", "assistant", "tool")
            and (message["role"] != "tool" or "tool_call_id" in message)
            and ("content" in message or (message["role"] == "assistant" and bool(message.get("tool_calls"))))
        )
        if self.valid:
            self.role = message["role"]
            self.calls = [one["id"] for one in message.get("tool_calls", ())] if self.role == "assistant" else []
            own = message.get("tokens")
            self.counted = "estimate" if own is None else "given"
            self.tokens = max(1, sum(map(estimate, parts(message))) if own is None else own) + overhead
            self.results, self.call = [], None

    @property
    def whole(self):
        return self.tokens + sum(one.tokens for one in self.results)

    def is_answer(self):
        return self.role == "assistant" and not self.calls

    def row(self):
        if not self.valid:
            return (self.position, None, compact(self.message) if isinstance(self.message, (dict, list)) else self.message, None)
        content = self.message.get("content")
        return (self.position, self.role, content if isinstance(content, str) or content is None else compact(content), self.tokens)


class Window:
    """messages: position -> JSON; known: positions of system messages that are noted; summary: (text, through) or None."""

    def __init__(self, messages, known, summary, options):
        self.all = [Turn(at, messages[at], options.get("overhead", 0)) for at in sorted(messages)]
        self.budget = options.get("max_tokens", 16000)
        self.reserve = options.get("summary_tokens", min(2000, self.budget // 4))
        self.rounds, self.options = options.get("rounds"), options
        self.summary, self.shown = summary, False
        self.sent = []
        if self.rounds is not None and self.rounds < 1:
            self.all = []
            return
        self.systems = [one for one in self.all if one.valid and one.role == "system" and one.position in known]
        self.complete = self.read()
        self.pair()
        self.repair()
        self.choose()
        self.finish()

    def read(self):
        """Which turns count, from the newest back; the others have their reason."""
        total = sum(one.tokens for one in self.systems)
        if total > self.budget:
            raise TooLittle
        users, peeking, reason = 0, False, None
        self.turns = []
        noted, further = set(map(id, self.systems)), 0
        self.users = 0
        for one in reversed(self.all):
            if reason:
                further += 1
            if id(one) in noted:
                continue
            chat = one.valid and one.role != "system"
            if not reason and peeking and chat:
                reason = "older than the rounds"
            if reason:
                if chat and one.role == "user" and not users and further <= FURTHER:
                    users += 1
                    self.turns.append(one)
                elif one.valid:
                    one.why = reason
                continue
            if one.valid and one.role == "system":
                self.systems.append(one)
                total += one.tokens
            elif one.valid:
                self.turns.append(one)
                total += one.tokens
                users += one.role == "user"
            if total > self.budget:
                reason = "over budget"
            elif self.rounds is not None and users >= self.rounds:
                peeking = True
        self.turns.reverse()
        self.users = users
        return reason is None

    def pair(self):
        open_calls = {}
        for one in self.turns:
            for name in one.calls:
                open_calls[name] = [one, False]
            if one.role != "tool":
                continue
            call = open_calls.get(one.message["tool_call_id"])
            if not call:
                one.why = "result without its call"
            elif call[1]:
                one.why = "another result of its call"
            else:
                call[1] = True
                one.call = call[0]
                call[0].results.append(one)
        for one in self.turns:
            if one.calls and len(one.results) < len(one.calls):
                one.why = "call without its results"

    def heads(self):
        return [one for one in self.turns if not one.why and one.role != "tool"]

    def repair(self):
        heads = self.heads()
        while heads and heads[-1].is_answer() and heads[-1].message["content"] in ("", []):
            heads.pop().why = "empty answer"
        if heads and heads[-1].is_answer():
            for one in reversed(heads[:-1]):
                if not one.is_answer():
                    break
                one.why = "answered anew"
        if not self.options.get("alternate"):
            return
        following = None
        for one in reversed(self.heads()):
            same = following and (following.role == "user" if one.role == "user" else one.is_answer() and following.role == "assistant")
            if same:
                one.why = "not in turn"
            else:
                following = one

    def choose(self):
        below = sum(one.position < self.summary[1] for one in self.all) if self.summary else 0
        covers = self.summary and (not self.summary[1] or below < self.summary[1])
        if self.complete and not covers:
            return
        self.shown = bool(self.summary)
        systems = sum(one.tokens for one in self.systems)
        takes = max(1, estimate(self.summary[0])) + self.options.get("overhead", 0) if self.shown else 0
        if systems + takes > self.budget or (not self.complete and not self.users):
            raise TooLittle
        room = self.budget - systems - max(self.reserve, takes)
        heads = self.heads()
        users = [i for i, one in enumerate(heads) if one.role == "user"]
        if users and sum(one.whole for one in heads[users[-1] :]) > room:
            first, rest = heads[users[-1]], heads[users[-1] + 1 :]
            if first.whole + (rest[-1].whole if rest else 0) > room:
                raise TooLittle
            for one in heads[: users[-1]]:
                one.why = "over budget"
            room, heads = room - first.whole, rest
        over = False
        for one in reversed(heads):
            over = over or one.whole > room
            room -= one.whole
            if over:
                one.why = "over budget"

    def finish(self):
        for one in self.heads():
            if one.role == "user":
                break
            one.why = "leading assistant"
        for one in self.turns:
            if one.call:
                one.why = "result without its call" if one.call.why == "call without its results" else one.call.why
        for one in self.all:
            if self.shown and one.position < self.summary[1] and one.why in ("over budget", "older than the rounds"):
                one.why = "covered by the summary"

    def rows(self):
        systems = getattr(self, "systems", [])
        rows = [one.row() + (None,) for one in sorted(systems, key=lambda one: one.position)]
        if self.shown:
            rows.append((None, "system", self.summary[0], max(1, estimate(self.summary[0])) + self.options.get("overhead", 0), None))
        for one in self.heads() if self.all else ():
            rows += [each.row() + (None,) for each in [one] + one.results]
        if self.options.get("all"):
            for one in self.all:
                if not one.valid:
                    rows.append(one.row() + ("no message",))
                elif one.why:
                    rows.append(one.row() + (one.why,))
        return rows
