// SPDX-License-Identifier: Apache-2.0
// Every command gets every signal, alone and with its whole group, at moments spread over the time
// that it takes, also while it waits for workers or input. Prints what its exit code was, how long
// it took to end and what was on the disk then; 1 when it did not heed the signal, or something was
// lost, half-written or left running. scripts/signal-test runs all of it, a test a part.
// Usage: signal_matrix [--moments N] [COMMAND...]
//   --moments N  moments for each signal and target; 1 (the default) gives each pair one of its own
#include "program.hpp"
#include "signal_cases.hpp"

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

struct SignalRow
{
    int number;
    const char* name;
};

constexpr std::array<SignalRow, 3> signals{
    {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}};

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

    [[nodiscard]] const Program& program() const { return m_program; }

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

    /// Those that still run after some time in which they could notice that they are no longer
    /// needed.
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
bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/// The number whose digits end there, and where they begin.
std::pair<std::string, std::size_t> number_before(const std::string& text, std::size_t end)
{
    std::size_t begin = end;
    while (begin > 0 && is_digit(text[begin - 1]))
    {
        --begin;
    }
    return {text.substr(begin, end - begin), begin};
}

/// Tells whether progress has counted a test: `7 executions`, `7/2000 executions`. Before the first
/// batch ends it says `0/2000 executions`.
bool has_executed(const std::string& text)
{
    constexpr std::string_view word = " executions";
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    {
        auto [count, begin] = number_before(text, at);
        if (!count.empty() && begin > 0 && text[begin - 1] == '/')
        {
            count = number_before(text, begin - 1).first;
        }
        if (count.find_first_not_of('0') != std::string::npos)
        {
            return true;
        }
    }
    return false;
}

bool must_have_files(const Case& which, const Outcome& outcome)
{
    const auto has_said = [&outcome](const char* text) {
        return outcome.err.find(text) != std::string::npos;
    };
    return which.is_search && (outcome.code == which.code || has_executed(outcome.err) ||
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
    // Nothing else is checked after a kill; the next run puts right what it leaves.
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
