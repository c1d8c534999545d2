# SPDX-License-Identifier: Apache-2.0
"""Mazes, and the truth about their branches."""
import dataclasses

from .contract import Assignment, Contract
from .expressions import ADDRESS, BOOL, SENDER
from .rng import Rng
from .site import Growth
from .stories import OWNER, STORIES, Arguments


def make_maze(seed, index, depth):
    """The maze of that number, 1 or more: (source, truth)."""
    rng = Rng(seed, index)
    contract = Contract(f"Maze{index:02}")
    contract.variables += [(ADDRESS, "owner"), (BOOL, "isLost")]
    contract.constructor.append(Assignment(OWNER, SENDER))
    growth = Growth(rng, contract)
    first = STORIES[(index - 1) % len(STORIES)]
    second = STORIES[(index + (index - 1) // len(STORIES) % (len(STORIES) - 1)) % len(STORIES)]
    chains = []
    for story in (Arguments, first, second):
        made = story(growth, depth)
        made.grow()
        chains.append(made)
    source = contract.source([f"Maze {index} of seed {seed}: conditions nested {depth} deep.",
                              "Made by bench/mazes/generate."])
    return source, _truth(growth, contract, chains)


def _truth(growth, contract, chains):
    """What is known of each branch, and calls that reach it."""
    witnesses, numbers = [], {}

    def number_of(calls, key=None):
        """The number of a witness. @param key: of the branch that it must reach."""
        calls = [_complete(contract, chains, call) for call in calls]
        if key and key not in contract.run(calls):
            raise RuntimeError(f"{contract.name}: no witness for {key}")
        text = repr(calls)
        if text not in numbers:
            numbers[text] = len(witnesses)
            witnesses.append([_written(contract, call) for call in calls])
        return numbers[text]

    branches = []
    for function, around, decision in contract.decisions():
        for part, condition in enumerate(decision.parts):
            for truth in (False, True):
                key = decision.number, part, truth
                branch = {"function": function.name, "line": decision.line,
                          "decision": decision.number, "around": around and around.number, "part": part,
                          "condition": condition.text(), "outcome": truth, "kind": decision.kind,
                          "is_feasible": key in growth.witnesses}
                if branch["is_feasible"]:
                    branch["witness"] = number_of(growth.witnesses[key], key)
                else:
                    branch["reason"] = growth.impossible[key]
                branches.append(branch)
    goals = [{"function": each.calls[-1].function, "witness": number_of(each.calls)}
             for each in chains]
    return {"name": contract.name,
            "functions": [each.signature() for each in contract.functions],
            "branches": branches, "innermost": goals, "witnesses": witnesses}


def _complete(contract, chains, call):
    """The call with the parameters that its function got later."""
    if call.function == "constructor":
        return call
    final = next(each for made in chains for each in made.calls if each.function == call.function)
    names = [each.name for each in contract.function(call.function).parameters]
    return dataclasses.replace(call, arguments={
        name: call.arguments.get(name, final.arguments[name]) for name in names})


def _written(contract, call):
    """A call as suite.json has it."""
    written = {"call": call.function}
    if call.arguments:
        types = {each.name: each.type for each in contract.function(call.function).parameters}
        written["arguments"] = {name: _written_value(types[name], value)
                                for name, value in call.arguments.items()}
    written["sender"] = call.sender
    if call.value:
        written["value"] = str(call.value)
    for field in ("wait_seconds", "wait_blocks"):
        if getattr(call, field):
            written[field] = str(getattr(call, field))
    return written


def _written_value(type_, value):
    if type_.kind in ("bool", "address"):
        return value
    return f"0x{value:064x}" if type_.kind == "bytes" else str(value)
