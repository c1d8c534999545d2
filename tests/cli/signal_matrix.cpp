// SPDX-License-Identifier: Apache-2.0
// Every command gets every signal, alone and with its whole group, at moments spread over the time
// that it takes, also while it waits for workers or input. Prints what its exit code was, how long
// it took to end and what was on the disk then; 1 when it did not heed the signal, or something was
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
#include <optional>
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
    std::function<void(Program&)> prepare;
    Check check;
    /// Words of a run that goes on where a disturbed one ended, and its exit code is 0; or none.
    Words resume;
    /// Progress of a search is told on stderr; from then on a signal leaves files.
    bool is_search = false;
    /// What it may take to end after a signal, on a machine that is not very busy.
    Milliseconds patience{5000};
    /// When it waits for something that does not come: the time in which signals come.
    std::optional<Milliseconds> waits{};
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

/// For runs that end before they have anything.
std::string check_empty(const Program& program)
{
    const std::vector<std::string> files = files_below(program, "out");
    return files.empty() ? std::string() : "written: " + joined(files);
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

void prepare_silence(Program& program)
{
    program.set_silent_input();
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

/// Of runs that wait, and have nothing to save.
constexpr Milliseconds short_patience{2000};

std::vector<Case> contract_cases()
{
    return {
        {"evm generate",
            {"evm", "generate", example("Token"), "--keep-going", "--budget-executions", "20000",
                "--progress=always", "--out", "out"},
            0, {}, check_contract_run, {}, true},
        {"evm generate (silent pipe)", {"evm", "generate", "-", "--out", "out"}, 0, prepare_silence,
            check_empty, {}, false, short_patience, Milliseconds(500)},
        {"evm analyze (silent pipe)", {"evm", "analyze", "-"}, 0, prepare_silence, check_nothing,
            {}, false, short_patience, Milliseconds(500)},
        {"evm replay (silent pipe)", {"evm", "replay", "-"}, 0, prepare_silence, check_nothing, {},
            false, short_patience, Milliseconds(500)},
        {"evm statetest (silent pipe)", {"evm", "statetest", "-"}, 0, prepare_silence,
            check_nothing, {}, false, short_patience, Milliseconds(500)},
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
    // What was found is proven, 15 s at most, and all workers are ended.
    constexpr Milliseconds proof_patience{25'000};
    return {
        {"jvm generate",
            {"jvm", "generate", "--class-path", classes, "--class", "shop.Cart", "--keep-going",
                "--budget-executions", "2000", "--progress=always", "--out", "out"},
            0, {}, check_class_run, {}, true, proof_patience},
        {"jvm analyze", {"jvm", "analyze", "--class-path", classes, "--class", "shop.Cart"}, 0, {},
            check_nothing, {}},
        {"jvm generate (slow start)",
            {"jvm", "generate", "--class-path", classes, "--class", "shop.Sluggish", "--out",
                "out"},
            3, {}, check_empty, {}, false, short_patience, Milliseconds(2500)},
        {"jvm analyze (slow start)",
            {"jvm", "analyze", "--class-path", classes, "--class", "shop.Sluggish"}, 3, {},
            check_nothing, {}, false, short_patience, Milliseconds(2500)},
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

/// How a run that got a signal went.
struct Course
{
    Outcome outcome;
    /// It had ended when the signal came.
    bool was_over = false;
    /// From its start to its end, and the part behind the signal.
    Milliseconds whole{0};
    Milliseconds after{0};
    /// It did not end, and was killed.
    bool was_killed = false;
};

struct Verdict
{
    std::string code;
    std::string disk;
    /// Empty when all is well.
    std::string problem;
    Milliseconds after{0};
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

/// Only a run that is over, or all but over, may end with its own code.
std::string check_end(const Case& which, const Course& course, const Shot& shot)
{
    constexpr double last_part = 0.1;
    constexpr Milliseconds last_moment{50};
    if (course.was_killed)
    {
        return "it does not end; ";
    }
    const bool is_late =
        course.was_over || course.after < std::max(last_moment, last_part * course.whole);
    const int code = course.outcome.code;
    if (code != 128 + shot.signal && !(is_late && !which.waits && code == which.code))
    {
        return "exit code " + std::to_string(code) + ": " + course.outcome.err + "; ";
    }
    return course.after > which.patience ? std::string("it ends late; ") : std::string();
}

/// What was found, and what a run with its own code always writes, is there.
bool must_have_files(const Case& which, const Outcome& outcome)
{
    const auto has_said = [&outcome](const char* text) {
        return outcome.err.find(text) != std::string::npos;
    };
    return which.is_search && (outcome.code == which.code || has_said(" executions") ||
                                  has_said("proving") || has_said("compiling"));
}

Verdict judge(const Case& which, const Stage& stage, const Course& course, const Shot& shot)
{
    const Program& program = stage.program();
    const Outcome& outcome = course.outcome;
    Verdict verdict{std::to_string(outcome.code), "", check_end(which, course, shot), course.after};
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
    if (must_have_files(which, outcome) && files == 0 && shot.signal != SIGKILL)
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

/// Sends the signal and waits for the end, with some more patience than the case has.
Course run_course(const Case& which, const Stage& stage, const Shot& shot)
{
    const auto to_clock = [](Milliseconds span) {
        return std::chrono::duration_cast<Clock::duration>(span);
    };
    const Clock::time_point start = Clock::now();
    const pid_t process = stage.program().start(which.words);
    std::this_thread::sleep_until(start + to_clock(shot.moment));
    Course course;
    course.was_over = has_ended(process);
    const Clock::time_point sent = Clock::now();
    static_cast<void>(::kill(shot.is_for_group ? -process : process, shot.signal));
    const Clock::time_point last = sent + to_clock(2.0 * which.patience);
    while (!has_ended(process) && Clock::now() < last)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    course.was_killed = !has_ended(process);
    if (course.was_killed)
    {
        static_cast<void>(::kill(-process, SIGKILL));
    }
    course.outcome = stage.program().finish(process);
    course.whole = Clock::now() - start;
    course.after = Clock::now() - sent;
    return course;
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
        const Course course = run_course(which, stage, shot);
        Verdict verdict = judge(which, stage, course, shot);
        if (!course.was_over || attempt == most_attempts || !verdict.problem.empty())
        {
            verdict.code += course.was_over ? " (was over)" : "";
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
    const Milliseconds taken = which.waits ? *which.waits : measure(which);
    std::size_t bad = 0;
    std::vector<Shot> shots = shots_of(taken, moments);
    for (Shot& shot : shots)
    {
        const Verdict verdict = run_shot(which, shot);
        std::printf("%-27s %-8s %-8s %6.0f of %6.0f ms  +%5.0f ms  exit %-15s %-18s %s\n",
            which.name.c_str(), name_of(shot.signal).c_str(),
            shot.is_for_group ? "group" : "process", shot.moment.count(), taken.count(),
            verdict.after.count(), verdict.code.c_str(), verdict.disk.c_str(),
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
