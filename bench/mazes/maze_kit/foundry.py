# SPDX-License-Identifier: Apache-2.0
"""Foundry projects with copies of a maze: each has a flag that says that a call came to one branch.

The solc of examples/contracts compiles them for forge, so that nothing is downloaded.
"""
import json
import os
import shutil
import subprocess

from .contract import BLOCK_SECONDS, FIRST_BLOCK, FIRST_TIME
from .runs import ROOT

SOLC_MODULE = ROOT / "examples" / "contracts" / "node_modules" / "solc"

# What forge asks of a compiler, from npm's solc.
SOLC = """#!%(node)s
const solc = require(%(module)s);
if (process.argv.includes('--version')) {
    console.log('solc, the solidity compiler commandline interface');
    console.log('Version: ' + solc.version());
} else {
    console.log(solc.compile(require('fs').readFileSync(0, 'utf8')));
}
"""

SETTINGS = """[profile.default]
src = "src"
test = "test"
solc = %(solc)s
evm_version = "cancun"
optimizer = %(optimizer)s
optimizer_runs = 200
bytecode_hash = "none"
auto_detect_remappings = false

[lint]
lint_on_build = false
"""

CHEATS = """interface Vm {
    function prank(address sender) external;
    function deal(address who, uint256 balance) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function assume(bool condition) external;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
"""

WITNESSES = """// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;
%(imports)s
%(cheats)s
contract WitnessTest {
    function send(address to, address sender, uint256 value, bytes memory data) internal {
        vm.deal(sender, value);
        vm.prank(sender);
        (bool succeeds,) = to.call{value: value}(data);
        require(succeeds, "a call failed");
    }
%(tests)s}
"""


def environment(forge):
    path = f"{forge.resolve().parent}{os.pathsep}{os.environ['PATH']}"
    return dict(os.environ, PATH=path, FOUNDRY_DISABLE_NIGHTLY_WARNING="1", NO_COLOR="1",
                PYTHONUNBUFFERED="1")


def make_project(folder, build):
    """An empty project with the compiler's settings of builds.json."""
    if not SOLC_MODULE.exists():
        raise SystemExit(f"{SOLC_MODULE} is missing: bench/mazes/compile gets it")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src").mkdir(parents=True)
    (folder / "test").mkdir()
    solc = folder / "solc"
    solc.write_text(SOLC % {"node": shutil.which("node"), "module": json.dumps(str(SOLC_MODULE))})
    solc.chmod(0o755)
    (folder / "foundry.toml").write_text(SETTINGS % {
        "solc": json.dumps(str(solc.resolve())),
        "optimizer": str(build["optimizer"]["enabled"]).lower()})


def build_of(folder, maze):
    return json.loads((folder / "builds.json").read_text())[maze["name"]]


def copy_name(maze, number):
    return f"{maze['name']}At{number:03}"


def flagged_copy(source, maze, number, before_functions=None):
    """The source of the maze, renamed, whose flag `reached` a call sets that takes the branch.

    That call ends there. @param before_functions: by name, lines to put where a function begins.
    """
    branch = maze["branches"][number]
    parts = [each["condition"] for each in maze["branches"]
             if each["decision"] == branch["decision"] and each["outcome"] and
             each["part"] <= branch["part"]]
    if not branch["outcome"]:
        parts[-1] = f"!({parts[-1]})"
    lines = source.splitlines()
    lines.insert(branch["line"] - 1, f"if ({' && '.join(parts)}) {{ reached = true; return; }}")
    head = lines.index(f"contract {maze['name']} {{")
    lines[head:head + 1] = [f"contract {copy_name(maze, number)} {{", "    bool public reached;"]
    for name, text in (before_functions or {}).items():
        place = next(i for i, line in enumerate(lines) if f"function {name}(" in line)
        lines.insert(place + 1, text)
    return "\n".join(lines) + "\n"


def address_of(account):
    """An address for an account of a witness."""
    return f"address(uint160(uint256(keccak256('{account}'))))"


def typed(type_, value):
    if type_ == "address":
        return address_of(value)
    if type_ == "bool":
        return str(value).lower()
    return f"{type_}({value})"


def witness_test(maze, number):
    """A test that the last call of the branch's witness takes it, and no call before."""
    calls = maze["witnesses"][maze["branches"][number]["witness"]]
    signatures = {each.split("(")[0]: each for each in maze["functions"]}
    name = copy_name(maze, number)
    time, block = FIRST_TIME, FIRST_BLOCK
    lines = ["", f"    function test_{number:03}() public {{",
             f"        (uint256 time, uint256 number) = ({time}, {block});",
             "        vm.warp(time);", "        vm.roll(number);",
             f"        vm.prank({address_of(calls[0]['sender'])});",
             f"        {name} maze = new {name}();"]
    for call in calls[1:]:
        types = signatures[call["call"]].split("(")[1].rstrip(")").split(",")
        values = call.get("arguments", {}).values()
        data = ", ".join(typed(*each) for each in zip(types, values))
        seconds = BLOCK_SECONDS + int(call.get("wait_seconds", 0))
        blocks = 1 + int(call.get("wait_blocks", 0))
        lines += ["        require(!maze.reached(), 'too early');",
                  f"        vm.warp(time += {seconds});", f"        vm.roll(number += {blocks});",
                  f"        send(address(maze), {address_of(call['sender'])}, {call.get('value', 0)},",
                  f"            abi.encodeWithSignature('{signatures[call['call']]}'"
                  f"{', ' if data else ''}{data}));"]
    return "\n".join([*lines, "        require(maze.reached(), 'not there');", "    }", ""])


def run_witnesses(forge, folder, maze, project):
    """Complaints: branches that their witnesses do not reach in Foundry's EVM."""
    make_project(project, build_of(folder, maze))
    source = (folder / f"{maze['name']}.sol").read_text()
    numbers = [i for i, each in enumerate(maze["branches"]) if each["is_feasible"]]
    for number in numbers:
        (project / "src" / f"{copy_name(maze, number)}.sol").write_text(
            flagged_copy(source, maze, number))
    imports = "".join(f'import {{{copy_name(maze, each)}}} from "../src/{copy_name(maze, each)}.sol";\n'
                      for each in numbers)
    (project / "test" / "Witness.t.sol").write_text(WITNESSES % {
        "imports": imports, "cheats": CHEATS,
        "tests": "".join(witness_test(maze, each) for each in numbers)})
    done = subprocess.run([forge.resolve(), "test", "--json"], cwd=project, capture_output=True,
                          text=True, env=environment(forge))
    start = done.stdout.find("{")
    if start < 0:
        raise SystemExit(f"forge test: {(done.stdout + done.stderr).strip()[-3000:]}")
    results = next(iter(json.loads(done.stdout[start:].splitlines()[0]).values()))["test_results"]
    good = {name for name, each in results.items() if each["status"] == "Success"}
    return [f"{maze['name']}: in Foundry's EVM, its witness does not reach line "
            f"{maze['branches'][each]['line']}, {maze['branches'][each]['condition']} "
            f"{maze['branches'][each]['outcome']}"
            for each in numbers if f"test_{each:03}()" not in good]
