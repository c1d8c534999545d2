# SPDX-License-Identifier: Apache-2.0
"""Contracts of nested decisions: what calls do to them, and their source."""
import dataclasses

from .expressions import Frame, Reverted, Storage

# As tests of sbst have it: adapters/evm/docs/suite-json.md.
FIRST_BLOCK, FIRST_TIME, BLOCK_SECONDS = 20_000_000, 1_800_000_000, 12


@dataclasses.dataclass
class Decision:
    """An `if` whose condition is a conjunction of parts."""

    number: int
    parts: list
    kind: str
    body: list = dataclasses.field(default_factory=list)
    # Why the last part cannot be true; None: it can.
    impossible: str = None
    line: int = 0

    def text(self):
        return " && ".join(part.text() for part in self.parts)


@dataclasses.dataclass
class Assignment:
    target: Storage
    value: object


@dataclasses.dataclass
class Function:
    name: str
    purpose: str
    is_payable: bool = False
    parameters: list = dataclasses.field(default_factory=list)
    body: list = dataclasses.field(default_factory=list)

    def signature(self):
        return f"{self.name}({','.join(str(each.type) for each in self.parameters)})"


@dataclasses.dataclass
class Call:
    """A transaction; the first of a witness deploys, and `arguments` have Python values."""

    function: str
    arguments: dict = dataclasses.field(default_factory=dict)
    sender: str = "alice"
    value: int = 0
    wait_seconds: int = 0
    wait_blocks: int = 0

    def copy(self):
        return dataclasses.replace(self, arguments=dict(self.arguments))


@dataclasses.dataclass
class Contract:
    name: str
    # (type, name) each, and the values of the constructor.
    variables: list = dataclasses.field(default_factory=list)
    # (name of the struct, name of the variable, members) each.
    structs: list = dataclasses.field(default_factory=list)
    # (types of the keys, type of the items, name) each.
    mappings: list = dataclasses.field(default_factory=list)
    # Assignments.
    constructor: list = dataclasses.field(default_factory=list)
    functions: list = dataclasses.field(default_factory=list)

    def function(self, name):
        return next(each for each in self.functions if each.name == name)

    def run(self, calls):
        """The outcomes (decision, part, truth) that the calls after the deployment see."""
        return self._run(calls)[0]

    def run_to_end(self, calls):
        """What the last call sees before it does anything."""
        return self._run(calls, len(calls) - 1)[1]

    def _run(self, calls, end=None):
        seen = set()
        frame = Frame({}, {}, calls[0].sender, 0, FIRST_TIME, FIRST_BLOCK)
        for assignment in self.constructor:
            frame.storage[assignment.target.place(frame)] = assignment.value.evaluate(frame)
        time, number = FIRST_TIME, FIRST_BLOCK
        for place, call in enumerate(calls[1:], 1):
            time += BLOCK_SECONDS + call.wait_seconds
            number += 1 + call.wait_blocks
            frame = Frame(call.arguments, dict(frame.storage), call.sender, call.value, time, number)
            if place == end:
                break
            before = dict(frame.storage)
            try:
                self._execute(self.function(call.function).body, frame, seen)
            except Reverted:
                frame.storage = before
        return seen, frame

    def _execute(self, statements, frame, seen):
        for each in statements:
            if isinstance(each, Assignment):
                frame.storage[each.target.place(frame)] = each.value.evaluate(frame)
                continue
            for part, condition in enumerate(each.parts):
                truth = condition.evaluate(frame)
                seen.add((each.number, part, truth))
                if not truth:
                    break
            else:
                self._execute(each.body, frame, seen)

    def decisions(self):
        """(function, the decision around it or None, decision), in the order of the source."""
        for function in self.functions:
            yield from ((function, *each) for each in _decisions_in(function.body, None))

    def source(self, about):
        """The Solidity text. Sets the lines of the decisions. @param about: lines of a comment."""
        lines = ["// SPDX-License-Identifier: Apache-2.0", "pragma solidity ^0.8.28;", ""]
        lines += [f"/// {each}" for each in about] + [f"contract {self.name} {{"]
        for struct, name, members in self.structs:
            lines += [f"    struct {struct} {{",
                      *(f"        {type_} {each};" for type_, each in members),
                      "    }", "", f"    {struct} internal {name};"]
        for keys, item, name in self.mappings:
            text = str(item)
            for key in reversed(keys):
                text = f"mapping({key} => {text})"
            lines.append(f"    {text} internal {name};")
        lines += [f"    {type_} internal {name};" for type_, name in self.variables]
        lines += ["", "    constructor() {"]
        lines += [f"        {each.target.text()} = {each.value.text()};" for each in self.constructor]
        lines.append("    }")
        for function in self.functions:
            self._write_function(function, lines)
        return "\n".join([*lines, "}", ""])

    @staticmethod
    def _write_function(function, lines):
        parameters = ", ".join(f"{each.type} {each.name}" for each in function.parameters)
        payable = " payable" if function.is_payable else ""
        lines += ["", f"    /// {function.purpose}",
                  f"    function {function.name}({parameters}) external{payable} {{",
                  "        unchecked {"]
        _write(function.body, 3, lines)
        lines += ["        }", "    }"]


def _decisions_in(statements, around):
    for each in statements:
        if isinstance(each, Decision):
            yield around, each
            yield from _decisions_in(each.body, each)


def _write(statements, level, lines):
    indent = "    " * level
    for each in statements:
        if isinstance(each, Assignment):
            lines.append(f"{indent}{each.target.text()} = {each.value.text()};")
            continue
        infeasible = f"; never true: {each.impossible}" if each.impossible else ""
        lines += [f"{indent}// {each.number}: {each.kind}{infeasible}",
                  f"{indent}if ({each.text()}) {{"]
        each.line = len(lines)
        _write(each.body, level + 1, lines)
        lines.append(f"{indent}}}")


