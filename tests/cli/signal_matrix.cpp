// SPDX-License-Identifier: Apache-2.0
// Every command gets every signal, alone and with its whole group, at moments spread over the time
// that it takes. Prints what its exit code was and what was on the disk then; 1 when something was
// lost, half-written or left running. scripts/signal-test runs all of it, a test a part.
// Usage: signal_matrix [--moments N] [COMMAND...]
//   --moments N  moments for each signal and target; 1 (the default) gives each pair one of its own
#include "program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <utility>
#include <vector>

namespace
{
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;
using Milliseconds = std::chrono::duration<double, std::milli>;
using Words = std::vector<std::string>;

struct SignalRow
{
    int number;
    const char* name;
};

constexpr std::array<SignalRow, 3> signals{
    {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}};

/// What is wrong with what a run left; empty when nothing is.
using Check = std::function<std::string(const Program&)>;

struct Case
{
    std::string name;
    Words words;
    /// Of a run that nobody disturbs.
    int code = 0;
    std::function<void(const Program&)> prepare;
    Check check;
    /// Words of a run that goes on where a disturbed one ended, and its exit code is 0; or none.
    Words resume;
    /// Progress of a search is told on stderr; from then on a signal leaves files.
    bool is_search = false;
};

Json read_json(const Program& program, const std::string& name)
{
    return Json::parse(program.read(name));
}

/// Names of all regular files below a folder of the program's directory.
std::vector<std::string> files_below(const Program& program, const std::string& folder)
{
    std::vector<std::string> names;
    if (program.has(folder))
    {
        for (const auto& entry : fs::recursive_directory_iterator(program.path(folder)))
        {
            if (entry.is_regular_file())
            {
                names.push_back(fs::relative(entry.path(), program.path("")).string());
            }
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
    {
        text += (text.empty() ? "" : " ") + name;
    }
    return text;
}

/// Drafts of files, folders of runs: whatever is there for a while only.
std::string find_temporary(const Program& program)
{
    for (const std::string& name : files_below(program, "tmp"))
    {
        return "left behind: " + name;
    }
    if (!fs::is_empty(program.path("tmp")))
    {
        return "left behind: a scratch folder";
    }
    for (const std::string& name : files_below(program, "."))
    {
        if (name.find(".tmp") != std::string::npos || name.find(".draft.") != std::string::npos ||
            name.find("claims/") != std::string::npos)
        {
            return "left behind: " + name;
        }
    }
    return {};
}

std::string check_contract_run(const Program& program)
{
    const std::vector<std::string> files = files_below(program, "out");
    if (files.empty())
    {
        return {};
    }
    if (files != std::vector<std::string>{"out/report.json", "out/suite.json", "out/suite.txt"})
    {
        return "not all files: " + joined(files);
    }
    const Program fresh;
    const Outcome replay = fresh.run({"evm", "replay", program.path("out/suite.json"), "--expect",
        program.path("out/report.json")});
    return replay.code == 0 ? std::string() : "the suite does not replay: " + replay.err;
}

std::string check_class_run(const Program& program)
{
    std::vector<std::string> files = files_below(program, "out");
    if (files.empty())
    {
        return {};
    }
    const Json report = read_json(program, "out/report.json");
    std::vector<std::string> named{"out/report.json"};
    for (const Json& file : report.at("files"))
    {
        named.push_back("out/" + file.at("name").get<std::string>());
    }
    if (report.at("unproven").at("tests").get<std::size_t>() > 0)
    {
        named.push_back("out/" + report.at("unproven").at("file").get<std::string>());
    }
    else if (named.size() == 1)
    {
        return "a report, and no test";
    }
    std::sort(named.begin(), named.end());
    if (named != files)
    {
        return "the report names " + joined(named) + ", there are " + joined(files);
    }
    for (const std::string& name : files)
    {
        if (!program.read(name).ends_with("}\n"))
        {
            return name + " is not whole";
        }
    }
    return {};
}

std::string check_study(const Program& program)
{
    for (const std::string& name : files_below(program, "trial.study"))
    {
        if (name.ends_with(".json"))
        {
            static_cast<void>(read_json(program, name));
        }
        if (name.find("failed/") != std::string::npos)
        {
            return "a run counts as failed: " + program.read(name);
        }
    }
    return {};
}

std::string check_report(const Program& program)
{
    const bool is_there = program.has("trial.study/report/index.html");
    const std::vector<std::string> files = files_below(program, "trial.study/report");
    return is_there == !files.empty() ? check_study(program) : "a part of a report";
}

std::string check_nothing(const Program& /*unused*/)
{
    return {};
}

std::string check_graph(const Program& program)
{
    const bool is_whole = !program.has("out.dot") || program.read("out.dot").ends_with("}\n");
    return is_whole ? std::string() : "half a graph";
}

std::string contract_study()
{
    return "name: trial\nadapter: evm\nseed: 3\nrepetitions: 6\nbudget: {executions: 2500}\n"
           "options: {keep-going: true}\nsubjects: {include: ['" +
           example("Token") + "']}\nalgorithms: [{name: random}, {name: dynamosa}]\n";
}

void prepare_study(const Program& program)
{
    program.write("s.yaml", contract_study());
}

void prepare_finished_study(const Program& program)
{
    std::string text = contract_study();
    text.replace(text.find("2500"), 4, "200");
    program.write("s.yaml", text);
    if (program.run({"study", "run", "s.yaml", "-q"}).code != 0)
    {
        throw std::runtime_error("no study to report of");
    }
}

void prepare_suite(const Program& program)
{
    if (program.run({"evm", "generate", example("Token"), "--out", "suite", "-q"}).code != 0)
    {
        throw std::runtime_error("no suite to replay");
    }
}

/// As a public case, with roots that nobody finds: it is executed all the same.
void prepare_state_tests(const Program& program)
{
    const std::string sender = "0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b";
    const std::string zero = "0x" + std::string(64, '0');
    Json test;
    test["env"] = {{"currentCoinbase", sender}, {"currentNumber", "0x01"},
        {"currentTimestamp", "0x03e8"}, {"currentGasLimit", "0x0f4240"}};
    test["pre"][sender] = {
        {"balance", "0x0f424000"}, {"nonce", "0x00"}, {"code", "0x"}, {"storage", Json::object()}};
    test["transaction"] = {{"data", {"0x"}}, {"gasLimit", {"0x5208"}}, {"value", {"0x01"}},
        {"nonce", "0x00"}, {"gasPrice", "0x0a"}, {"sender", sender}, {"to", sender}};
    test["post"]["London"] = {
        {{"indexes", {{"data", 0}, {"gas", 0}, {"value", 0}}}, {"hash", zero}, {"logs", zero}}};
    Json all;
    for (int i = 0; i < 3000; ++i)
    {
        all["case" + std::to_string(i)] = test;
    }
    program.write("cases.json", all.dump());
}

std::vector<Case> contract_cases()
{
    return {
        {"evm generate",
            {"evm", "generate", example("Token"), "--keep-going", "--budget-executions", "20000",
                "--progress=always", "--out", "out"},
            0, {}, check_contract_run, {}, true},
        {"evm analyze", {"evm", "analyze", example("Token"), "--dot", "out.dot"}, 0, {},
            check_graph, {}},
        {"evm replay", {"evm", "replay", "suite/suite.json"}, 0, prepare_suite, check_nothing, {}},
        {"evm statetest", {"evm", "statetest", "cases.json", "-q"}, 1, prepare_state_tests,
            check_nothing, {}},
        {"study plan", {"study", "plan", "s.yaml"}, 0, prepare_study, check_nothing, {}},
        {"study run", {"study", "run", "s.yaml", "--jobs", "2"}, 0, prepare_study, check_study,
            {"study", "run", "s.yaml", "--jobs", "2", "-q"}},
        {"study status", {"study", "status", "s.yaml"}, 0, prepare_finished_study, check_study, {}},
        {"study report", {"study", "report", "s.yaml"}, 0, prepare_finished_study, check_report,
            {"study", "report", "s.yaml", "-q"}},
        {"study verify", {"study", "verify", "s.yaml", "--sample", "4"}, 0, prepare_finished_study,
            check_study, {}},
        {"study export", {"study", "export", "s.yaml"}, 0, prepare_finished_study, check_study, {}},
    };
}

std::vector<Case> class_cases()
{
#ifdef SBST_JAVA_CLASSES
    const std::string classes = SBST_JAVA_CLASSES;
    return {
        {"jvm generate",
            {"jvm", "generate", "--class-path", classes, "--class", "shop.Cart", "--keep-going",
                "--budget-executions", "2000", "--progress=always", "--out", "out"},
            0, {}, check_class_run, {}, true},
        {"jvm analyze", {"jvm", "analyze", "--class-path", classes, "--class", "shop.Cart"}, 0, {},
            check_nothing, {}},
        {"study run (classes)", {"study", "run", "s.yaml", "--jobs", "2"}, 0,
            [classes](const Program& program) {
                program.write("s.yaml",
                    "name: trial\nadapter: jvm\nseed: 3\nrepetitions: 2\n"
                    "budget: {executions: 600}\noptions: {keep-going: true}\n"
                    "subjects: {include: ['" +
                        classes +
                        "!shop.Cart']}\nalgorithms: [{name: random}, {name: dynamosa}]\n");
            },
            check_study, {"study", "run", "s.yaml", "--jobs", "2", "-q"}},
    };
#else
    return {};
#endif
}

/// A directory of its own, with all that the case needs, for one run.
class Stage
{
public:
    explicit Stage(const Case& which)
    {
        fs::create_directory(m_program.path("tmp"));
        m_program.set_variable("TMPDIR=" + m_program.path("tmp"));
#ifdef SBST_JAVA_HOME
        m_program.set_variable("JAVA_HOME=" SBST_JAVA_HOME);
#endif
        if (which.prepare)
        {
            which.prepare(m_program);
        }
    }

    [[nodiscard]] const Program& program() const
    {
        return m_program;
    }

    /// Processes of the run: they stand in its directory, or name it.
    [[nodiscard]] std::vector<std::string> processes() const
    {
        std::vector<std::string> found;
        std::error_code error;
        const std::string here = m_program.path("");
        for (const auto& entry : fs::directory_iterator("/proc", error))
        {
            const std::string pid = entry.path().filename().string();
            if (pid.find_first_not_of("0123456789") != std::string::npos)
            {
                continue;
            }
            std::error_code ignored;
            const std::string folder = fs::read_symlink(entry.path() / "cwd", ignored).string();
            std::ifstream stream(entry.path() / "cmdline", std::ios::binary);
            const std::string line{std::istreambuf_iterator<char>(stream), {}};
            if ((folder + "/").starts_with(here) || line.find(here) != std::string::npos)
            {
                found.push_back(pid + " (" + line.substr(0, line.find('\0')) + ")");
            }
        }
        return found;
    }

    /// Those that are still there after some time in which they may notice that nobody needs them.
    [[nodiscard]] std::vector<std::string> survivors() const
    {
        std::vector<std::string> found = processes();
        for (int i = 0; i < 60 && !found.empty(); ++i)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            found = processes();
        }
        return found;
    }

private:
    Program m_program;
};

struct Shot
{
    int signal = SIGINT;
    bool is_for_group = false;
    Milliseconds moment{0};
};

bool has_ended(pid_t process)
{
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process;
}

struct Verdict
{
    std::string code;
    std::string disk;
    /// Empty when all is well.
    std::string problem;
};

std::string checked(const Case& which, const Program& program)
{
    try
    {
        return which.check(program);
    }
    catch (const std::exception& error)
    {
        return error.what();
    }
}

Verdict judge(const Case& which, const Stage& stage, const Outcome& outcome, const Shot& shot)
{
    const Program& program = stage.program();
    Verdict verdict{std::to_string(outcome.code), "", ""};
    // A run that was just over has its own code.
    if (outcome.code != 128 + shot.signal && outcome.code != which.code)
    {
        verdict.problem = "exit code " + verdict.code + ": " + outcome.err;
    }
    const std::vector<std::string> survivors = stage.survivors();
    if (!survivors.empty())
    {
        verdict.problem += "still running: " + joined(survivors) + "; ";
    }
    // Of a kill nothing else is asked; what it leaves the next run puts right.
    if (shot.signal != SIGKILL)
    {
        verdict.problem += find_temporary(program) + checked(which, program);
    }
    const std::size_t files =
        files_below(program, "out").size() + files_below(program, "trial.study").size();
    const bool has_found = which.is_search && outcome.err.find(" executions") != std::string::npos;
    if (has_found && files == 0 && shot.signal != SIGKILL)
    {
        verdict.problem += "what was found is lost";
    }
    verdict.disk = files == 0 ? "nothing" : std::to_string(files) + " files, whole";
    if (verdict.problem.empty() && !which.resume.empty())
    {
        verdict.problem = program.run(which.resume).code == 0 ? checked(which, program) :
                                                                "it cannot be gone on with";
    }
    return verdict;
}

/// The moment moves to the front until the signal finds the run alive: machines are busy now and
/// then.
Verdict run_shot(const Case& which, Shot& shot)
{
    constexpr int most_attempts = 5;
    constexpr double sooner = 0.6;
    for (int attempt = 1;; ++attempt)
    {
        const Stage stage(which);
        const Clock::time_point start = Clock::now();
        const pid_t process = stage.program().start(which.words);
        std::this_thread::sleep_until(
            start + std::chrono::duration_cast<Clock::duration>(shot.moment));
        const bool was_over = has_ended(process);
        static_cast<void>(::kill(shot.is_for_group ? -process : process, shot.signal));
        Verdict verdict = judge(which, stage, stage.program().finish(process), shot);
        if (!was_over || attempt == most_attempts || !verdict.problem.empty())
        {
            verdict.code += was_over ? " (was over)" : "";
            return verdict;
        }
        shot.moment *= sooner;
    }
}

Milliseconds measure(const Case& which)
{
    const Stage stage(which);
    const Clock::time_point start = Clock::now();
    const Outcome outcome = stage.program().run(which.words);
    const Milliseconds taken = Clock::now() - start;
    if (outcome.code != which.code)
    {
        throw std::runtime_error(which.name + ": without a signal it ends with " +
                                 std::to_string(outcome.code) + ": " + outcome.err);
    }
    return taken;
}

std::vector<Shot> shots_of(Milliseconds taken, std::size_t moments)
{
    const std::size_t pairs = 2 * signals.size();
    const std::size_t all = moments * pairs;
    std::vector<Shot> shots;
    for (std::size_t i = 0; i < all; ++i)
    {
        // With several moments each pair has the same ones.
        const std::size_t step = moments == 1 ? i : i / pairs;
        const std::size_t steps = moments == 1 ? all : moments;
        const double part = (static_cast<double>(step) + 0.5) / static_cast<double>(steps);
        shots.push_back(
            {signals[i % signals.size()].number, i % pairs >= signals.size(), part * taken});
    }
    // Whatever ends us, nothing stays.
    shots.push_back({SIGKILL, false, 0.3 * taken});
    shots.push_back({SIGKILL, false, 0.8 * taken});
    return shots;
}

std::string name_of(int signal)
{
    const auto* const found = std::find_if(signals.begin(), signals.end(),
        [signal](const SignalRow& row) { return row.number == signal; });
    return found == signals.end() ? "SIGKILL" : found->name;
}

/// Number of shots that left something wrong.
std::size_t run_case(const Case& which, std::size_t moments)
{
    const Milliseconds taken = measure(which);
    std::size_t bad = 0;
    std::vector<Shot> shots = shots_of(taken, moments);
    for (Shot& shot : shots)
    {
        const Verdict verdict = run_shot(which, shot);
        std::printf("%-20s %-8s %-8s %6.0f of %6.0f ms  exit %-15s %-18s %s\n", which.name.c_str(),
            name_of(shot.signal).c_str(), shot.is_for_group ? "group" : "process",
            shot.moment.count(), taken.count(), verdict.code.c_str(), verdict.disk.c_str(),
            verdict.problem.empty() ? "ok" : verdict.problem.c_str());
        static_cast<void>(std::fflush(stdout));
        bad += verdict.problem.empty() ? 0U : 1U;
    }
    return bad;
}

int run(const Words& words)
{
    std::size_t moments = 1;
    Words wanted;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        if (words[i] == "--moments" && i + 1 < words.size())
        {
            moments = std::stoul(words[++i]);
        }
        else
        {
            wanted.push_back(words[i]);
        }
    }
    std::vector<Case> cases = contract_cases();
    const std::vector<Case> more = class_cases();
    cases.insert(cases.end(), more.begin(), more.end());
    for (const std::string& name : wanted)
    {
        if (std::none_of(cases.begin(), cases.end(),
                [&name](const Case& which) { return which.name == name; }))
        {
            throw std::runtime_error("no command '" + name + "'");
        }
    }
    std::size_t bad = 0;
    std::size_t run_cases = 0;
    for (const Case& which : cases)
    {
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), which.name) != wanted.end())
        {
            bad += run_case(which, moments);
            ++run_cases;
        }
    }
    std::printf("%zu commands, %zu violations\n", run_cases, bad);
    return bad == 0 && run_cases > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
}  // namespace

int main(int argc, char** argv)
{
    try
    {
        return run({argv + 1, argv + argc});
    }
    catch (const std::exception& error)
    {
        static_cast<void>(std::fprintf(stderr, "signal_matrix: %s\n", error.what()));
        return EXIT_FAILURE;
    }
}
