# SPDX-License-Identifier: Apache-2.0
"""Stories: functions that must be called one after the other, because each leaves what the next needs.

A story makes a Site for each function and a plan for it: decisions in order, of kinds from
conditions.py or of its own. Later ones find what earlier ones stored, with the same keys, accounts,
amounts and times.
"""
from .conditions import EASY, HARD, MEDIUM, PRIMES, chain, equation, odd
from .contract import Call, Function
from .expressions import (ADDRESS, BOOL, NUMBER, SENDER, TIME, VALUE, WORD, Binary, Cast, Constant,
                          Storage, hexadecimal, number, uint, widened)
from .impossible import add_impossible
from .site import MOST_WITH_STORES, Site

OWNER = Storage(ADDRESS, "owner")
ATTEMPTS = 30


class Story:
    """What stories share. `depth` is the number of nested decisions of a function."""

    def __init__(self, growth, depth):
        self.growth = growth
        self.rng = growth.rng
        self.depth = depth
        self.calls = [Call("constructor")]

    def variable(self, type_, name):
        self.growth.contract.variables.append((type_, name))
        return Storage(type_, name)

    def mapping(self, keys, item, name):
        self.growth.contract.mappings.append((keys, item, name))
        return name

    def site(self, name, purpose, sender="alice", payable=False, wait=(0, 0)):
        """The next function, and the next call of the witness."""
        self.calls.append(Call(name, {}, sender, 0, *wait))
        return Site(self.growth, Function(name, purpose, payable), self.calls)

    def fill(self, site, own, depth):
        """Nests `depth` decisions: `own` ones (callables) in their order among drawn ones.

        The first is easy, the second of medium effort, the rest hard; own ones come in their place.
        Somewhere behind the first stands one that is never true. Where the arguments leave nothing
        to decide any more, it begins again.
        """
        site.begin()
        for _ in range(ATTEMPTS):
            if self._try_to_fill(site, own, depth):
                site.most_parameters = MOST_WITH_STORES
                return
            site.empty()
        raise RuntimeError(f"no decisions for {site.function.name}")

    def _try_to_fill(self, site, own, depth):
        places = {0} if own else set()
        while len(places) < min(len(own), depth):
            places.add(self.rng.below(depth))
        own = list(own)
        never = self.rng.between(1, depth)
        for place in range(depth):
            if place == never:
                add_impossible(site)
            site.reserved = sum(each not in places for each in range(place + 1, depth))
            kinds = (own.pop(0),) if place in places else (EASY, MEDIUM, HARD)[min(place, 2)]
            if not any(site.grow(self.rng.pick(kinds)) for _ in range(ATTEMPTS)):
                return False
        if never == depth:
            add_impossible(site)
        return True

    def sum_of(self, site, type_):
        """A number to store, of a new parameter if there may be one, another and constants."""
        others = [each for each in site.function.parameters if each.type.kind == "uint"]
        b = widened(self.rng.pick(others), type_) if others else None
        a = site.fresh(type_) or b
        b = b or a
        return chain(a, "*", odd(site, type_), "^", b) if self.rng.chance(50) else \
            chain(a, "^", Binary(">>", b, number(self.rng.between(3, 9))), "+", hexadecimal(
                site.rng.bits(type_.bits // 2), type_))

    def finish(self, site):
        """Leaves a mark where the story ends."""
        site.assign(self.variable(BOOL, "found" + site.function.name.capitalize()),
                    Constant(BOOL, True))


def compare(kind, op, left, right):
    """A kind with one fixed condition."""
    return lambda site: (kind, [Binary(op, left, right)], ())


def stored_alone(*words):
    """A kind that only other arguments of an earlier call make true."""
    def kind(site):
        type_ = uint(64)
        word = widened(site.rng.pick(words), type_)
        if site.rng.chance(50):
            left = Binary("%", word, number(site.rng.pick(PRIMES), type_))
        else:
            left = chain(word, "*", odd(site, type_), ">>", number(type_.bits - 24))
        return equation(site, "a stored word alone", left)
    return kind


class Arguments(Story):
    """One function; the arguments of one call."""

    def grow(self):
        site = self.site("solve", "Opens for the right arguments.")
        self.fill(site, (), self.depth)
        self.finish(site)


class Memory(Story):
    """What one call stores, a second one mixes, and a third one compares."""

    def grow(self):
        trace, echo = self.variable(WORD, "trace"), self.variable(uint(64), "echo")
        blend = self.variable(WORD, "blend")
        site = self.site("remember", "Stores two words.")
        self.fill(site, (), self.depth // 2)
        site.assign(trace, self.sum_of(site, WORD))
        site.assign(echo, self.sum_of(site, uint(64)))
        site = self.site("mix", "Mixes what was stored.")
        site.terms = [trace, echo]
        self.fill(site, (compare("stored before", "!=", trace, number(0)),), 2)
        site.assign(blend, chain(trace, "*", odd(site, WORD, 64), "+", site.fresh(WORD)))
        site = self.site("recall", "Compares what two calls left.", "bob")
        site.terms = [trace, echo, blend]
        self.fill(site, (compare("stored before", "!=", blend, number(0)),
                         stored_alone(trace, echo, blend)), self.depth)
        self.finish(site)


class Packed(Story):
    """Members of a struct in one slot."""

    def grow(self):
        members = [(uint(64), "level"), (uint(32), "mark"), (BOOL, "isOpen"), (uint(128), "weight")]
        self.growth.contract.structs.append(("Crate", "crate", members))
        level, mark, is_open, weight = (Storage(type_, f"crate.{each}") for type_, each in members)
        site = self.site("pack", "Fills four members of one slot.")
        self.fill(site, (), self.depth // 2)
        site.assign(level, self.sum_of(site, uint(64)))
        site.assign(mark, self.sum_of(site, uint(32)))
        site.assign(is_open, site.fresh(BOOL, True) or Constant(BOOL, True))
        site.assign(weight, self.sum_of(site, uint(128)))
        site = self.site("unpack", "Compares the members.", "carol")
        site.terms = [level, mark, weight]

        def too_wide(site, _):
            return ("a packed member", Binary(">", widened(mark, WORD), number((1 << 32) + 9)),
                    "the member has 32 bits")
        site.impossible = [too_wide]
        self.fill(site, (lambda site: ("a packed flag", [is_open], ()),
                         stored_alone(level, mark, weight)), self.depth)
        self.finish(site)


class Ledger(Story):
    """Items of mappings, whose keys must agree between three functions and two accounts."""

    def grow(self):
        ledger = self.mapping((WORD,), WORD, "ledger")
        notes = self.mapping((ADDRESS, WORD), uint(64), "notes")
        endorser = self.mapping((WORD,), ADDRESS, "endorser")
        site = self.site("enter", "Writes to a shelf of the ledger.", "bob")
        shelf = site.parameter(WORD, self.rng.bits(256), "shelf")
        self.fill(site, (), self.depth // 2)
        site.assign(Storage(WORD, ledger, (shelf,)), self.sum_of(site, WORD))
        site.assign(Storage(uint(64), notes, (SENDER, shelf)), self.sum_of(site, uint(64)))
        site = self.site("endorse", "Another account signs the shelf.", "carol")
        place = site.parameter(WORD, self.calls[1].arguments["shelf"], "place")
        author = site.parameter(ADDRESS, "bob", "author")
        note = Storage(uint(64), notes, (author, place))
        site.terms = [note, Storage(WORD, ledger, (place,))]
        self.fill(site, (compare("an item by two keys", "!=", note, number(0, uint(64))),
                         compare("sender and argument differ", "!=", author, SENDER)), 3)
        site.assign(Storage(ADDRESS, endorser, (place,)), SENDER)
        site = self.site("redeem", "Its author takes what is on the shelf.", "bob")
        key = site.parameter(WORD, self.calls[1].arguments["shelf"], "key")
        witness = site.parameter(ADDRESS, "carol", "witness")
        signer = Storage(ADDRESS, endorser, (key,))
        site.terms = [Storage(WORD, ledger, (key,)), Storage(uint(64), notes, (SENDER, key))]
        own = [compare("an item by key", "!=", signer, Constant(ADDRESS, "zero")),
               compare("an account by key", "==", signer, witness), stored_alone(*site.terms)]
        self.fill(site, own, self.depth)
        self.finish(site)


class Roles(Story):
    """An owner appoints an account, which must act itself."""

    def grow(self):
        keeper = self.variable(ADDRESS, "keeper")
        badges = self.mapping((ADDRESS,), uint(64), "badges")
        oaths = self.mapping((ADDRESS,), WORD, "oaths")
        site = self.site("appoint", "The owner appoints a keeper.")
        who = site.parameter(ADDRESS, "dave", "who")
        self.fill(site, (compare("the owner", "==", SENDER, OWNER),
                         compare("not the owner", "!=", who, OWNER)), self.depth // 2 + 1)
        site.assign(Storage(uint(64), badges, (who,)), self.sum_of(site, uint(64)))
        site.assign(keeper, who)
        site = self.site("swear", "The keeper swears.", "dave")
        badge = Storage(uint(64), badges, (SENDER,))
        site.terms = [badge]

        def both(site, _):
            return ("two roles", Binary("==", keeper, OWNER),
                    "the owner is never appointed, and never is nobody")
        site.impossible = [both]
        self.fill(site, (compare("the keeper", "==", SENDER, keeper),), 2)
        site.assign(Storage(WORD, oaths, (SENDER,)), chain(
            Cast(WORD, badge), "*", odd(site, WORD, 64), "^", site.fresh(WORD)))
        site = self.site("act", "Somebody acts for a partner who swore.", "erin")
        partner = site.parameter(ADDRESS, "dave", "partner")
        site.terms = [Storage(WORD, oaths, (partner,)), Storage(uint(64), badges, (partner,))]
        site.impossible = [both]
        self.fill(site, (compare("an item by account", "!=", site.terms[0], number(0)),
                         compare("sender and argument differ", "!=", SENDER, partner),
                         stored_alone(*site.terms)), self.depth)
        self.finish(site)


class Toll(Story):
    """Ether in relation to what was quoted."""

    def grow(self):
        fee, token = self.variable(WORD, "fee"), self.variable(uint(64), "token")
        site = self.site("quote", "Fixes the fee.")
        self.fill(site, (), self.depth // 2)
        site.assign(fee, chain(Cast(WORD, site.fresh(uint(32))), "*",
                               number(self.rng.between(10**7, 10**9)), "+",
                               number(self.rng.below(10**6))))
        site.assign(token, self.sum_of(site, uint(64)))
        site = self.site("pay", "Takes the fee.", "erin", True)
        factor, rest = self.rng.between(2, 9), self.rng.below(10**6)
        price = chain(fee, "*", number(factor), "+", number(rest))
        self.calls[-1].value = site.value_of(price)
        site.terms = [fee, token, VALUE]
        own = [compare("a fee", "!=", fee, number(0)), compare("value and fee", ">", VALUE, fee),
               stored_alone(token), compare("value by fee", "==", VALUE, price)]
        if self.depth == 3:
            del own[1]
        self.fill(site, own, self.depth)
        self.finish(site)


class Clock(Story):
    """Time and blocks since an earlier call, in relation to what it stored."""

    def grow(self):
        opened, block = self.variable(WORD, "openedAt"), self.variable(WORD, "openedIn")
        pause = self.variable(uint(32), "pause")
        site = self.site("wind", "Starts the clock.")
        self.fill(site, (), self.depth // 2)
        delay = self.rng.between(1000, 500_000)
        site.assign(pause, Binary("%", site.fresh(uint(32), delay), number(900_001, uint(32))))
        site.assign(opened, TIME)
        site.assign(block, NUMBER)
        wait = self.rng.between(1_000_000, 30_000_000), self.rng.between(100, 9_000)
        site = self.site("strike", "Strikes after the right time.", "frank", False, wait)
        elapsed, blocks = Binary("-", TIME, opened), Binary("-", NUMBER, block)
        site.terms = [pause, Cast(uint(64), elapsed), Cast(uint(64), blocks)]

        def before(site, _):
            return ("time goes on", Binary("<", TIME, opened),
                    "what was stored is 0 or the time of an earlier block")
        site.impossible = [before]

        def hour(site):
            rest = Binary("%", elapsed, number(3_600))
            return "a time of the hour", [Binary("==", rest, number(site.value_of(rest)))], ()

        def since(site):
            return "blocks since", [Binary("==", blocks, number(site.value_of(blocks)))], ()
        ready = chain(opened, "+", widened(pause, WORD))
        self.fill(site, [compare("after the pause", ">", TIME, ready), since,
                         stored_alone(pause), hour], self.depth)
        self.finish(site)


STORIES = (Memory, Packed, Ledger, Roles, Toll, Clock)
