# SPDX-License-Identifier: Apache-2.0
"""Runs of sbst on compiled mazes, and which branches of the truth its goals are."""
import json
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
SBST = ROOT / "build" / "release" / "adapters" / "cli" / "sbst"


def program(sbst):
    """The path of sbst: a file, or a name in PATH."""
    found = shutil.which(sbst)
    if found is None:
        raise SystemExit(f"{sbst} is no program: build the project (README.md), or name it by --sbst")
    return pathlib.Path(found).resolve()


def read_truth(folder, names=()):
    """The mazes of a folder of bench/mazes/generate, those of the names or all."""
    truth = folder / "truth.json"
    if not truth.exists():
        raise SystemExit(f"{truth} is missing: bench/mazes/generate {folder}")
    mazes = json.loads(truth.read_text())["mazes"]
    unknown = set(names) - {each["name"] for each in mazes}
    if unknown:
        raise SystemExit(f"{folder}/truth.json has no {', '.join(sorted(unknown))}")
    return [each for each in mazes if not names or each["name"] in names]


def run(command, good=(0,)):
    """What a program printed."""
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True)
    if done.returncode not in good:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr.strip()[-2000:]}")
    return done.stdout


def generate(sbst, folder, name, out, *options):
    """Runs `sbst evm generate` on a maze and returns report.json."""
    artifact = folder / "artifacts" / f"{name}.json"
    if not artifact.exists():
        raise SystemExit(f"{artifact} is missing: bench/mazes/compile {folder}")
    run([program(sbst), "evm", "generate", artifact, "--quiet", "--out", out, *options])
    return json.loads((out / "report.json").read_text())


def goals_of(maze, report):
    """The number of the goal for each branch of the truth: (decision, part, outcome): id.

    The jumps of one line come in the order of the parts of its condition. Where the report does not
    know the truth, the jump goes past the body, which is when the condition is false.
    """
    jumps = {}
    for goal in report["goals"]:
        if goal["kind"] == "branch" and goal["class"] == "user":
            truth = not goal["outcome"] if goal["truth"] is None else goal["truth"]
            jumps.setdefault(goal["line"], {}).setdefault(goal["pc"], {})[truth] = goal["id"]
    goals = {}
    for branch in maze["branches"]:
        places = sorted(jumps.get(branch["line"], {}))
        parts = 1 + max(each["part"] for each in maze["branches"]
                        if each["decision"] == branch["decision"])
        if len(places) != parts:
            raise SystemExit(f"{maze['name']}, line {branch['line']}: {len(places)} jumps for "
                             f"{parts} parts of the condition")
        goal = jumps[branch["line"]][places[branch["part"]]]
        goals[branch["decision"], branch["part"], branch["outcome"]] = goal[branch["outcome"]]
    return goals


def key_of(branch):
    return branch["decision"], branch["part"], branch["outcome"]


def covered_keys(maze, report, goals):
    """Branches of the truth that the suite of the report covers."""
    status = {goal["id"]: goal["status"] for goal in report["goals"]}
    return {key_of(each) for each in maze["branches"] if status[goals[key_of(each)]] == "covered"}
