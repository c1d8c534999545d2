# SPDX-License-Identifier: Apache-2.0
"""What halmos is given: a Foundry project with tests for the branches of a maze.

Two set-ups, both with the documented means of halmos for several transactions:

- "invariant": an `invariant_` test that the branch was never taken. halmos explores sequences of all
  functions with symbolic arguments, sender, value and time, up to the number of calls that the
  witness has. halmos never changes the number of the block, so that functions which read it begin
  with a symbolic one that is not lower.
- "sequence": a `check_` test that makes the calls of the witness in their order, with everything
  else symbolic: which functions to call, and in which order, is told.
"""
import re

from . import foundry

SVM = """interface Svm {
    function createUint(uint256 bits, string memory name) external returns (uint256);
    function createUint256(string memory name) external returns (uint256);
    function createInt(uint256 bits, string memory name) external returns (int256);
    function createBytes32(string memory name) external returns (bytes32);
    function createAddress(string memory name) external returns (address);
    function createBool(string memory name) external returns (bool);
}

Svm constant svm = Svm(address(uint160(uint256(keccak256("svm cheat code")))));
"""

TEST = """// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;
import {%(copy)s} from "../src/%(copy)s.sol";
import {vm, svm} from "../src/Cheats.sol";

contract Invariant%(number)03d {
    %(copy)s maze;

    function setUp() public { maze = new %(copy)s(); }

    function invariant_goal() public view { assert(!maze.reached()); }
}

contract Nothing%(number)03d {
    function check_nothing() public pure {}
}

contract Sequence%(number)03d {
    %(copy)s maze;

    function setUp() public { maze = new %(copy)s(); }

    function next() internal returns (uint256 value) {
        uint256 time = svm.createUint(64, "time");
        vm.assume(time >= block.timestamp);
        vm.warp(time);
        uint256 number = svm.createUint(64, "number");
        vm.assume(number >= block.number);
        vm.roll(number);
        value = svm.createUint(96, "value");
        address sender = svm.createAddress("sender");
        vm.deal(sender, value);
        vm.prank(sender);
    }

    function check_goal() public {
%(calls)s
        assert(!maze.reached());
    }
}
"""

LATER_BLOCK = ('uint256 number_ = svm.createUint(64, "number"); vm.assume(number_ >= block.number); '
               "vm.roll(number_);")


def symbolic(type_, name):
    kind, bits = re.fullmatch(r"([a-z]+)([0-9]*)", type_).groups()
    if kind in ("uint", "int"):
        return f'{type_}(svm.create{kind.capitalize()}({bits}, "{name}"))'
    return {"bool": f'svm.createBool("{name}")', "address": f'svm.createAddress("{name}")',
            "bytes": f'svm.createBytes32("{name}")'}[kind]


def calls_of(maze, source, branch):
    """The calls of the witness, symbolic but for the functions."""
    signatures = {each.split("(")[0]: each for each in maze["functions"]}
    lines = []
    for call in maze["witnesses"][branch["witness"]][1:]:
        name = call["call"]
        types = [each for each in signatures[name].split("(")[1].rstrip(")").split(",") if each]
        values = [symbolic(each, f"{name}_{i}") for i, each in enumerate(types)]
        names = [f"{name}{i}" for i in range(len(types))]
        is_payable = re.search(rf"function {name}\(.*payable", source) is not None
        lines.append("        {")
        lines += [f"            {type_} {each} = {value};"
                  for type_, each, value in zip(types, names, values)]
        lines.append(f"            {'uint256 value = ' if is_payable else ''}next();")
        lines.append(f"            maze.{name}{'{value: value}' if is_payable else ''}"
                     f"({', '.join(names)});")
        lines.append("        }")
    return "\n".join(lines)


def make_project(folder, maze, project, numbers):
    foundry.make_project(project, foundry.build_of(folder, maze))
    source = (folder / f"{maze['name']}.sol").read_text()
    (project / "src" / "Cheats.sol").write_text(
        f"// SPDX-License-Identifier: Apache-2.0\npragma solidity ^0.8.28;\n{foundry.CHEATS}{SVM}")
    functions = re.findall(r"    function (\w+)\(.*?\n    }\n", source, re.DOTALL)
    texts = re.findall(r"    function \w+\(.*?\n    }\n", source, re.DOTALL)
    later = {name: LATER_BLOCK for name, text in zip(functions, texts) if "block.number" in text}
    for number in numbers:
        copy = foundry.copy_name(maze, number)
        text = foundry.flagged_copy(source, maze, number, later)
        text = text.replace("pragma solidity ^0.8.28;\n",
                            'pragma solidity ^0.8.28;\nimport {vm, svm} from "./Cheats.sol";\n')
        (project / "src" / f"{copy}.sol").write_text(text)
        (project / "test" / f"Goal{number:03}.t.sol").write_text(TEST % {
            "copy": copy, "number": number,
            "calls": calls_of(maze, source, maze["branches"][number])})
