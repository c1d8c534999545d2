# SPDX-License-Identifier: Apache-2.0
"""The place where a maze grows: the function that is being written and the witness that walks it.

Whatever is added is true for the witness, whose literals are chosen first. It is kept only if other
calls are found that make it false behind the same conditions: so each outcome of it is feasible.
"""
import dataclasses

from .contract import Assignment, Decision
from .expressions import ADDRESS, BOOL, Argument, Binary, Constant, Storage, widened

# Arguments and the words that a condition needs must fit into 16 places of the stack.
MOST_PARAMETERS = 7
MOST_WITH_STORES = 9
NOUNS = ("amber birch coral delta ember fern grain hazel iris jade karst laurel maple nectar opal "
         "pearl quartz reed slate thorn umber vine willow yarrow zinc").split()
ACCOUNTS = ("alice", "bob", "carol", "dave", "erin", "frank")
TRIES = 300


@dataclasses.dataclass
class Growth:
    """A maze that is being made."""

    rng: object
    contract: object
    # Witnesses by (decision, part, truth).
    witnesses: dict = dataclasses.field(default_factory=dict)
    # Why (decision, part, truth) cannot be.
    impossible: dict = dataclasses.field(default_factory=dict)
    decision_count: int = 0


class Site:
    """The innermost body of a function, which the last of `calls` reaches."""

    def __init__(self, growth, function, calls):
        self.growth, self.rng = growth, growth.rng
        self.function = function
        self.calls = calls
        self.body = function.body
        self.nouns = self.rng.shuffled(NOUNS)
        # Each later decision that is drawn needs a parameter.
        self.most_parameters, self.reserved = MOST_PARAMETERS, 0
        # Operands of the condition that is being made.
        self.used = []
        # The decision whose body this is.
        self.around = None
        # Numbers beside arguments that conditions may use, such as stored ones.
        self.terms = []
        # Kinds of impossible.py that only this story has.
        self.impossible = []
        growth.contract.functions.append(function)

    @property
    def call(self):
        return self.calls[-1]

    def frame(self):
        """What the last call of the witness sees."""
        return self.growth.contract.run_to_end(self.calls)

    def value_of(self, expression):
        return expression.evaluate(self.frame())

    # Operands.

    def parameter(self, type_, value, name=None):
        """A new parameter, whose argument in the witness is the value; None: there are too many."""
        if len(self.function.parameters) >= self.most_parameters - self.reserved:
            return None
        taken = [each.name for each in self.function.parameters]
        name = name or next(each for each in self.nouns if each not in taken)
        argument = Argument(type_, name)
        self.function.parameters.append(argument)
        self.call.arguments[argument.name] = value
        return argument

    def random_value(self, type_):
        if type_ == BOOL:
            return self.rng.chance(50)
        if type_ == ADDRESS:
            return self.rng.pick(ACCOUNTS)
        return type_.wrap(self.rng.bits(type_.bits))

    def fresh(self, type_, value=None):
        return self.parameter(type_, self.random_value(type_) if value is None else value)

    def operand(self, type_):
        """A term of the site, a parameter of a width near by, or a new one. None: there is none."""
        terms = [each for each in self.terms
                 if each.type.kind == type_.kind and each not in self.used]
        others = [each for each in self.function.parameters if each.type.kind == type_.kind and
                  each.type.bits >= type_.bits // 2 and each not in self.used]
        chosen = None
        if terms and self.rng.chance(65):
            chosen = self.rng.pick(terms)
        elif others and self.rng.chance(35):
            chosen = self.rng.pick(others)
        else:
            chosen = self.fresh(type_) or (self.rng.pick(others) if others else None)
        self.used.append(chosen)
        return chosen and widened(chosen, type_)

    def mixed(self, type_):
        """A new parameter, mostly with a term of the site. None: there are too many parameters."""
        a = self.fresh(type_)
        terms = [each for each in self.terms if each.type.kind == type_.kind]
        if a is None or not terms or self.rng.chance(25):
            return a
        return Binary(self.rng.pick("^+-"), a, widened(self.rng.pick(terms), type_))

    # Decisions.

    def add(self, kind, parts, hints=()):
        """Nests one more decision. Returns whether the witness and others tell it apart.

        @param hints: changes {argument: value} of the last call that may make a part false.
        """
        if any(part is None for part in parts):
            return False
        growth = self.growth
        decision = Decision(growth.decision_count + 1, list(parts), kind)
        self.body.append(decision)
        found = {(decision.number, part, True): self.calls for part in range(len(parts))}
        if all(each in growth.contract.run(self.calls) for each in found):
            for part in range(len(parts)):
                wanted = (decision.number, part, False)
                found[wanted] = self._calls_with(wanted, hints)
        if len(found) == 2 * len(parts) and all(found.values()):
            growth.witnesses.update(
                {each: [call.copy() for call in calls] for each, calls in found.items()})
            growth.decision_count += 1
            self.body = decision.body
            self.around = decision
            return True
        self.body.pop()
        return False

    def grow(self, kind):
        """Adds a decision by `kind(site)`, which returns the arguments of add() or None."""
        self.used = []
        parameters, arguments = list(self.function.parameters), dict(self.call.arguments)
        made = kind(self)
        if made and self.add(*made):
            return True
        self.function.parameters[:] = parameters
        self.call.arguments = arguments
        return False

    def empty(self):
        """Takes back all decisions, with the parameters that they brought."""
        growth = self.growth
        growth.decision_count = self.start[0]
        for known in (growth.witnesses, growth.impossible):
            for key in [each for each in known if each[0] > growth.decision_count]:
                del known[key]
        self.function.parameters[:] = self.start[1]
        self.call.arguments = dict(self.start[2])
        self.body, self.around = self.function.body, None
        self.body.clear()

    def begin(self):
        """What empty() returns to."""
        self.start = (self.growth.decision_count, list(self.function.parameters),
                      dict(self.call.arguments))

    def _calls_with(self, wanted, hints):
        """Calls that see the outcome: the witness with a few changes. None: not found."""
        contract, rng = self.growth.contract, self.rng
        for hint in hints:
            calls = [call.copy() for call in self.calls]
            calls[-1].arguments.update(hint)
            if wanted in contract.run(calls):
                return calls
        for _ in range(TRIES):
            calls = [call.copy() for call in self.calls]
            for _ in range(rng.between(1, 2)):
                self._change(calls)
            if wanted in contract.run(calls):
                return calls
        return None

    def _change(self, calls):
        """Changes a literal of the last call, or of an earlier one."""
        rng = self.rng
        call = calls[-1 if rng.chance(50) else rng.between(1, len(calls) - 1)]
        function = self.growth.contract.function(call.function)
        choices = [*function.parameters, "sender", "wait_seconds", "wait_blocks"]
        choices += ["value"] if function.is_payable else []
        choice = rng.pick(choices)
        if choice == "sender":
            call.sender = rng.pick(ACCOUNTS)
        elif choice == "wait_seconds":
            call.wait_seconds = rng.below(30_000_000)
        elif choice == "wait_blocks":
            call.wait_blocks = rng.below(10_000)
        elif choice == "value":
            call.value = rng.below(10**20) if rng.chance(50) else call.value + rng.below(9)
        elif choice.type.kind in ("uint", "int", "bytes"):
            old = call.arguments[choice.name]
            new = rng.pick([old + rng.between(1, 9), old ^ (1 << rng.below(choice.type.bits)),
                            rng.bits(choice.type.bits)])
            call.arguments[choice.name] = choice.type.wrap(new)
        else:
            call.arguments[choice.name] = self.random_value(choice.type)

    def add_impossible(self, kind, condition, reason, inner=None):
        """A decision beside the chain that is never true. Returns False where the witness disagrees.

        @param inner: a condition in its body, which is never evaluated.
        """
        growth = self.growth
        number = growth.decision_count + 1
        decision = Decision(number, [condition], kind, impossible=reason)
        self.body.append(decision)
        if (number, 0, False) not in growth.contract.run(self.calls):
            self.body.pop()
            return False
        growth.decision_count = number
        growth.witnesses[number, 0, False] = [call.copy() for call in self.calls]
        growth.impossible[number, 0, True] = reason
        decision.body = [Assignment(Storage(BOOL, "isLost"), Constant(BOOL, True))]
        if inner:
            growth.decision_count += 1
            decision.body = [Decision(number + 1, [inner], "not reached", decision.body)]
            for truth in (False, True):
                growth.impossible[number + 1, 0, truth] = f"inside condition {number}"
        return True

    def assign(self, target, value):
        self.body.append(Assignment(target, value))
