// SPDX-License-Identifier: Apache-2.0
// sbst study, from the file to the report, on the example contracts.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace
{

using Json = nlohmann::json;
using Words = std::vector<std::string>;

std::string study_text(const std::string& more = "")
{
    return "name: trial\nadapter: evm\nseed: 3\nrepetitions: 2\nbudget: {executions: 60}\n"
           "subjects: {include: ['" +
           example("Token") + "', '" + example("Auction") +
           "']}\nalgorithms: [{name: random}, {name: dynamosa, population: 20}]\n" + more;
}

/// Files of one kind under a folder of the program's.
std::vector<std::string> results(const Program& program)
{
    std::vector<std::string> files;
    for (const auto& entry :
        std::filesystem::recursive_directory_iterator(program.path("trial.study/runs")))
    {
        if (entry.is_regular_file())
        {
            files.push_back("trial.study/runs/" + entry.path().parent_path().filename().string() +
                            "/" + entry.path().filename().string());
        }
    }
    return files;
}

void check_contains(const std::string& text, const std::string& part)
{
    CHECK_THAT(text, Catch::Contains(part));
}

}  // namespace

TEST_CASE("study: plan, run, status, report and verify of one study", "[cli][study]")
{
    const Program program;
    program.write("s.yaml", study_text("groups: {small: [Token]}\n"));
    const Outcome plan = program.run({"study", "plan", "s.yaml"});
    INFO(plan.err);
    CHECK(plan.code == 0);
    check_contains(plan.out, "2 configurations x 2 subjects x 2 runs = 8 runs");
    check_contains(plan.out, "Group small: 1 subjects");
    check_contains(plan.out, "on one core");

    const Outcome early = program.run({"study", "report", "s.yaml"});
    CHECK(early.code == 2);
    check_contains(early.err, "no results of a study yet");

    const Outcome run = program.run({"study", "run", "s.yaml", "--jobs", "2"});
    CHECK(run.code == 0);
    check_contains(run.out, "8 of 8 runs finished, 0 failed");
    CHECK(results(program).size() == 8);
    const Outcome again = program.run({"study", "run", "s.yaml"});
    CHECK(again.code == 0);
    CHECK(results(program).size() == 8);

    const Outcome status = program.run({"study", "status", "s.yaml", "--json"});
    CHECK(Json::parse(status.out)["finished"] == 8);
    const Outcome watched = program.run({"study", "status", "s.yaml", "--json", "--watch", "1s"});
    CHECK(watched.out.find('\n') == watched.out.size() - 1);
    CHECK(Json::parse(watched.out) == Json::parse(status.out));

    const Outcome report = program.run({"study", "report", "s.yaml", "--figures"});
    INFO(report.err);
    CHECK(report.code == 0);
    CHECK(program.has("trial.study/report/index.html"));
    CHECK(program.has("trial.study/report/tables/summary.tex"));
    CHECK(program.has("trial.study/report/figures/coverage-over-executions.svg"));
    const std::string first = program.read("trial.study/report/index.html");
    CHECK(program.run({"study", "report", "s.yaml", "--quiet"}).out.empty());
    CHECK(program.read("trial.study/report/index.html") == first);

    const Outcome verify = program.run({"study", "verify", "s.yaml", "--sample", "all"});
    CHECK(verify.code == 0);
    check_contains(verify.out, "8 results checked, 8 of them by the manifest; 8 run again");
}

TEST_CASE("study verify: a tampered result is named, exit code 5", "[cli][study]")
{
    const Program program;
    program.write("s.yaml", study_text());
    REQUIRE(program.run({"study", "run", "s.yaml", "-q"}).code == 0);
    const std::string file = results(program).front();
    Json record = Json::parse(program.read(file));
    record["metrics"]["covered"] = record["metrics"]["covered"].get<double>() + 1;
    program.write(file, record.dump());
    const Outcome verify = program.run({"study", "verify", "s.yaml", "--sample", "0"});
    CHECK(verify.code == 5);
    check_contains(verify.out, ", run ");
    check_contains(verify.out, "1 are not what they should be");
}

TEST_CASE("study: results do not depend on the number of jobs", "[cli][study]")
{
    const Program program;
    program.write("s.yaml", study_text());
    REQUIRE(program.run({"study", "run", "s.yaml", "-q", "--out", "one"}).code == 0);
    REQUIRE(program.run({"study", "run", "s.yaml", "-q", "--out", "two", "-j", "3"}).code == 0);
    const Json one = Json::parse(program.read("one/manifest.json"));
    const Json two = Json::parse(program.read("two/manifest.json"));
    REQUIRE(one["cells"].size() == 8);
    for (const auto& [key, entry] : one["cells"].items())
    {
        CHECK(entry[0] == two["cells"][key][0]);
    }
}

TEST_CASE("study: a trivial subject is passed over by every command", "[cli][study]")
{
    const Program program;
    // Auction comes first by its hash, and random tests call each of its functions.
    const std::string text =
        "name: trial\nadapter: evm\nseed: 3\nrepetitions: 2\nbudget: {executions: [20, 60]}\n"
        "subjects:\n  include: ['" +
        example("Token") + "', '" + example("Auction") +
        "']\n  options: {Auction: {criteria: method}}\n"
        "  choose: [{rule: branches >= 1, count: 1, trivial: {algorithm: random, executions: "
        "50}}]\n"
        "algorithms: [{name: random}, {name: dynamosa, population: 20}]\n";
    program.write("s.yaml", text);
    const Outcome plan = program.run({"study", "plan", "s.yaml"});
    INFO(plan.err);
    CHECK(plan.code == 0);
    check_contains(plan.out, "4 configurations x 1 subjects x 2 runs = 8 runs");
    check_contains(plan.out, "Trivial subjects, passed over: Auction");
    const Json before = Json::parse(program.run({"study", "plan", "s.yaml", "--json"}).out);
    CHECK(before["trivial"] == Json::array({"Auction"}));
    CHECK(before["cells"][0]["configuration"] == "random@20");

    REQUIRE(program.run({"study", "run", "s.yaml", "-q"}).code == 0);
    // The searches are results, too.
    CHECK(results(program).size() == 10);
    const Json after = Json::parse(program.run({"study", "plan", "s.yaml", "--json"}).out);
    CHECK(after == before);
    CHECK(program.run({"study", "status", "s.yaml"}).code == 0);
    const Outcome verified = program.run({"study", "verify", "s.yaml", "--sample", "all"});
    CHECK(verified.code == 0);
    check_contains(verified.out, "8 run again");
    REQUIRE(program.run({"study", "report", "s.yaml"}).code == 0);
    const std::string page = program.read("trial.study/report/index.html");
    check_contains(page, "1 trivial subject passed over");
    check_contains(page, "dynamosa@60 against random@60");

    program.write("other.yaml", text + "report: {pairs: [[dynamosa, xyz]]}\n");
    const Outcome wrong = program.run({"study", "plan", "other.yaml"});
    CHECK(wrong.code == 2);
    check_contains(wrong.err, "no configuration 'xyz'; there are random@20");
}

TEST_CASE("study: missing data and parts are named, exit code 3", "[cli][study]")
{
    const Program program;
    std::string text = study_text();
    text.replace(text.find(example("Token")), example("Token").size(), "${data}/none.json");
    program.write("s.yaml", text);
    for (const char* verb : {"plan", "run", "status", "report", "verify", "export"})
    {
        const Outcome outcome = program.run({"study", verb, "s.yaml"});
        CHECK(outcome.code == 3);
        check_contains(outcome.err, "subjects missing");
    }
    check_contains(program.run({"study", "plan", "s.yaml"}).out, "random: ${data}/none.json");
    const Json json = Json::parse(program.run({"study", "plan", "s.yaml", "--json"}).out);
    CHECK(json.at("cells").empty());
    CHECK(json.at("missing").get<std::string>().find("subjects missing") == 0);
    program.write("m.yaml", study_text("missing: [whole-suite search]\n"));
    const Outcome missing = program.run({"study", "run", "m.yaml"});
    CHECK(missing.code == 3);
    check_contains(missing.err, "not in libsbst yet: whole-suite search");
}

TEST_CASE("study: a plan tells which solvers' programs are not there", "[cli][study]")
{
    Program program;
    std::string text = study_text();
    const std::string row = "{name: random}";
    text.replace(text.find(row), row.size(), "{name: random, grid: {solver: [avm, cvc5]}}");
    program.write("s.yaml", text);
    program.set_variable("PATH=/nowhere");
    const Json json = Json::parse(program.run({"study", "plan", "s.yaml", "--json"}).out);
    REQUIRE(json.at("missing_solvers").size() == 1);
    CHECK(json.at("missing_solvers").at(0).at("program") == "cvc5");
    check_contains(json.at("missing_solvers").at(0).at("configuration").get<std::string>(), "cvc5");
    check_contains(program.run({"study", "plan", "s.yaml"}).out,
        "needs the program cvc5, which is not in PATH");
    program.write("plain.yaml", study_text());
    CHECK(program.run({"study", "plan", "plain.yaml"}).out.find("Not here") == std::string::npos);
}

TEST_CASE(
    "study: the cost counts each configuration, and extends runs that are cut", "[cli][study]")
{
    const Program program;
    const auto cost = [&program](const std::string& executions) {
        program.write("s.yaml",
            "name: trial\nadapter: evm\nseed: 3\nrepetitions: 2\nbudget: {executions: " +
                executions + "}\nsubjects: {include: ['" + example("Token") +
                "']}\nalgorithms: [{name: random, keep-going: true}, {name: dynamosa, keep-going: "
                "true}]\n");
        const std::string out = program.run({"study", "plan", "s.yaml"}).out;
        INFO(out);
        const std::size_t place = out.find("Cost: ");
        REQUIRE(place != std::string::npos);
        return out.substr(place, out.find('\n', place) - place);
    };
    const std::string small = cost("5");
    check_contains(small, " runs made for this estimate)");
    CHECK(small.find("cut") == std::string::npos);
    const std::string large = cost("500000000");
    check_contains(large, " of them cut and extended)");
    // Hours or days, and not the seconds of the estimate.
    CHECK((large.find(" h on one core") != std::string::npos ||
           large.find(" days on one core") != std::string::npos));
}

TEST_CASE("study: mistakes name file and line, exit code 2", "[cli][study]")
{
    struct Case
    {
        std::string more;
        std::string expected;
    };
    const auto [more, expected] = GENERATE(values<Case>({
        {"options: {max-vlaue: 3}\n",
            "s.yaml:8: unknown option 'max-vlaue' (did you mean 'max-value'?)"},
        {"options: {max-value: much}\n", "s.yaml:8: max-value: 'much' is not an amount"},
        {"options: {seed: 3}\n", "the study sets this for all runs"},
        {"options: {contract: A}\n", "the study sets this by its subjects"},
        {"options: {jobs: 3}\n", "changes no result"},
        {"groups: {g: [Nemo]}\n", "no subject is called 'Nemo'"},
        {"adaptr: evm\n", "s.yaml:8: unknown key 'adaptr'"},
    }));
    const Program program;
    program.write("s.yaml", study_text(more));
    const Outcome outcome = program.run({"study", "plan", "s.yaml"});
    CHECK(outcome.code == 2);
    check_contains(outcome.err, expected);
    CHECK(program.run({"study", "plan", "none.yaml"}).code == 2);
    CHECK(program.run({"study", "plan", "."}).code == 2);
}

TEST_CASE(
    "study: a name that only the report reads is refused before anything runs", "[cli][study]")
{
    struct Case
    {
        std::string more;
        std::string expected;
    };
    const auto [more, expected] = GENERATE(values<Case>({
        {"report: {metrics: [speed]}\n", "unknown metric 'speed'; known are coverage, covered"},
        {"report: {metrics: [secnds]}\n", "'secnds' (did you mean 'seconds'?)"},
        {"report: {metrics: [coverage@900]}\n", "is after the end of the budget"},
        {"report: {baseline: randm}\n", "no configuration 'randm' (did you mean 'random'?)"},
        {"report: {pairs: [[random, mosa]]}\n", "there are random, dynamosa"},
        {"report: {names: {Tok: Tken}}\n",
            "names: Tok: no subject is called 'Tken' (did you mean 'Token'?)"},
        {"groups: {large: branchs > 3}\n",
            "subjects have no fact 'branchs' (did you mean 'branches'?)"},
        {"groups: {g: [Tken]}\n", "no subject is called 'Tken' (did you mean 'Token'?)"},
        {"report: {published: [{table: T, file: t.csv, subject: name, metric: coverage, columns: "
         "{v: "
         "random}}]}\n",
            "t.csv: cannot be read: No such file or directory"},
        {"report: {published: [{table: T, file: p.csv, subject: name, metric: speed, columns: {v: "
         "random}}]}\n",
            "unknown metric 'speed'"},
        {"report: {published: [{table: T, file: p.csv, subject: nme, metric: coverage, columns: "
         "{v: "
         "random}}]}\n",
            "no column 'nme' (did you mean 'name'?); there are name, v"},
        {"report: {published: [{table: T, file: p.csv, subject: name, metric: coverage, columns: "
         "{w: "
         "random}}]}\n",
            "no column 'w'"},
        {"report: {published: [{table: T, file: p.csv, subject: name, metric: coverage, where: v, "
         "columns: {v: random}}]}\n",
            "where: found 'v', expected column=value"},
        {"report: {published: [{table: T, file: p.csv, subject: name, metric: coverage, columns: "
         "{v: "
         "random}, corrections: {v: {Casino: 1}}}]}\n",
            "p.csv has no subject 'Casino'"},
    }));
    const Program program;
    program.write("p.csv", "name,v\nToken,1\n");
    program.write("s.yaml", study_text(more));
    for (const char* verb : {"plan", "run", "status", "report", "verify", "export"})
    {
        const Outcome outcome = program.run({"study", verb, "s.yaml"});
        INFO(verb << ": " << outcome.err);
        CHECK((outcome.code == 2 || outcome.code == 3));
        check_contains(outcome.err, expected);
        CHECK_FALSE(program.has("trial.study"));
    }
}

TEST_CASE("study: a pipe is read once, and one without a writer is refused", "[cli][study]")
{
    const Program program;
    REQUIRE(::mkfifo(program.path("pipe").c_str(), S_IRUSR | S_IWUSR) == 0);
    for (const char* verb : {"plan", "run", "status", "report", "verify"})
    {
        const Outcome outcome = program.run({"study", verb, "pipe"});
        CHECK(outcome.code == 2);
        check_contains(outcome.err, "pipe: cannot be read: a pipe without a writer");
    }
    check_contains(program.run({"study", "export", "pipe"}).err, "pipe: is not a regular file");
    const Outcome config = program.run({"study", "plan", "none.yaml", "--config", "pipe"});
    CHECK(config.code == 2);
    check_contains(config.err, "a pipe without a writer");

    std::thread writer([&program] { program.write("pipe", study_text()); });
    const Outcome plan = program.run({"study", "plan", "pipe"});
    writer.join();
    INFO(plan.err);
    CHECK(plan.code == 0);
    check_contains(plan.out, "= 8 runs");
}

TEST_CASE("study: subjects and published numbers cannot be pipes", "[cli][study]")
{
    const Program program;
    REQUIRE(::mkfifo(program.path("Pipe.json").c_str(), S_IRUSR | S_IWUSR) == 0);
    std::string text = study_text();
    text.replace(text.find(example("Token")), example("Token").size(), "Pipe.json");
    program.write("s.yaml", text);
    const Outcome subject = program.run({"study", "plan", "s.yaml"});
    CHECK(subject.code == 3);
    check_contains(subject.err, "Pipe.json: this is not a file");
    program.write(
        "t.yaml", study_text("report: {published: [{table: T, file: Pipe.json, subject: a, "
                             "metric: coverage, columns: {b: random}}]}\n"));
    const Outcome published = program.run({"study", "plan", "t.yaml"});
    CHECK(published.code == 3);
    check_contains(published.err, "Pipe.json: cannot be read: a pipe without a writer");
}

TEST_CASE("study: runs that are killed fail alone, exit code 4", "[cli][study]")
{
    const Program program;
    std::string text = study_text("attempts: 1\noptions: {keep-going: true}\n");
    text.replace(text.find("{executions: 60}"), 16, "{executions: 100000000}");
    text.replace(text.find("repetitions: 2"), 14, "repetitions: 1");
    program.write("s.yaml", text);
    const Words run{"study", "run", "s.yaml", "--cell-limit", "0.2", "--jobs", "2"};
    const Outcome killed = program.run(run);
    CHECK(killed.code == 4);
    check_contains(killed.out, "4 failed");
    const Outcome status = program.run({"study", "status", "s.yaml"});
    CHECK(status.code == 4);
    check_contains(status.out, "took longer than 0.2 s and was killed");
    const Outcome report = program.run({"study", "report", "s.yaml"});
    CHECK(report.code == 4);
    check_contains(report.err, "4 of 4 runs failed");
    // Runs that failed for good are only repeated on request.
    CHECK(program.run({"study", "run", "s.yaml", "-q"}).code == 4);
    Words retry = run;
    retry.emplace_back("--retry-failed");
    CHECK(program.run(retry).code == 4);
    check_contains(program.run({"study", "status", "s.yaml"}).out, "failed 1 times");
}

TEST_CASE("study run: an interrupt keeps finished runs", "[cli][study]")
{
    const Program program;
    std::string text = study_text();
    text.replace(text.find("repetitions: 2"), 14, "repetitions: 2000");
    program.write("s.yaml", text);
    const pid_t process = program.start({"study", "run", "s.yaml", "--jobs", "2"});
    while (!program.has("trial.study/manifest.json") || results(program).size() < 3)
    {
        REQUIRE(::usleep(2000) == 0);
    }
    ::kill(process, SIGINT);
    const Outcome outcome = program.finish(process);
    CHECK(outcome.code == 130);
    check_contains(outcome.out, "Resume:  sbst study run s.yaml");
    const Json manifest = Json::parse(program.read("trial.study/manifest.json"));
    CHECK(manifest["cells"].size() == results(program).size());
    CHECK(program.run({"study", "verify", "s.yaml", "--sample", "2"}).code == 0);
}

TEST_CASE("study init: writes a study ready to run, and never over a file", "[cli][study]")
{
    const Program program;
    const Outcome first = program.run(
        {"study", "init", "deep/coins.yaml", example("Token"), example("Auction") + ":Auction"});
    INFO(first.err);
    CHECK(first.code == 0);
    check_contains(first.out, "40 runs on 2 subjects");
    const Outcome plan = program.run({"study", "plan", "deep/coins.yaml"});
    INFO(plan.err);
    CHECK(plan.code == 0);
    check_contains(plan.out, "coins: 2 configurations x 2 subjects x 10 runs = 40 runs");
    const Outcome second = program.run({"study", "init", "deep/coins.yaml", example("Token")});
    CHECK(second.code == 2);
    check_contains(second.err, "exists already");
    // Names are seen from the study's folder.
    std::filesystem::copy_file(example("Token"), program.path("It's [1].json"));
    std::filesystem::create_directory(program.path("build"));
    program.write("build/Coin.json", program.read("It's [1].json"));
    CHECK(program.run({"study", "init", "deep/near.yaml", "build"}).code == 0);
    check_contains(program.read("deep/near.yaml"), "- \"../build/*.json\"");
    CHECK(program.run({"study", "plan", "deep/near.yaml"}).code == 0);
}

TEST_CASE("study init: an unusable subject is reported, and nothing is written", "[cli][study]")
{
    struct Case
    {
        Words operands;
        std::string expected;
    };
    const auto [operands, expected] = GENERATE(values<Case>({
        {{}, "sbst study init s.yaml FILE.json"},
        {{"none.json"}, "'none.json' names no file; expected an artifact (FILE.json"},
        {{"notes.txt"}, "an artifact (FILE.json, FILE.json:Contract)"},
        {{"notes.json"}, "notes.json"},
    }));
    const Program program;
    program.write("notes.json", "{}");
    const Outcome stream = program.run({"study", "init", "-", example("Token")});
    CHECK(stream.code == 2);
    CHECK(stream.err.starts_with("sbst: error: a study cannot be '-': it must be a file"));
    CHECK_FALSE(program.has("-"));
    Words words{"study", "init", "s.yaml"};
    words.insert(words.end(), operands.begin(), operands.end());
    const Outcome outcome = program.run(words);
    CHECK((outcome.code == 2 || outcome.code == 3));
    check_contains(outcome.err, expected);
    CHECK(outcome.err.find("s.yaml:") == std::string::npos);
    CHECK_FALSE(program.has("s.yaml"));
}

TEST_CASE("study init: a new folder is made, and removed again without a study", "[cli][study]")
{
    const Program program;
    program.write("Coin.json", program.read(example("Token")));
    CHECK(program.run({"study", "init", "new/deep/t.yaml", "Coin.json"}).code == 0);
    CHECK(program.has("new/deep/t.yaml"));

    const Outcome none = program.run({"study", "init", "bad/deep/t.yaml", "*.none.json"});
    CHECK(none.code == 2);
    check_contains(none.err, "no study 'bad/deep/t.yaml' was written: include: ");
    CHECK_FALSE(program.has("bad"));

    const Outcome folder = program.run({"study", "init", "folder/", "Coin.json"});
    CHECK(folder.code == 2);
    check_contains(folder.err, "'folder/' is the name of a folder; expected a name for");
    const Outcome below = program.run({"study", "init", "Coin.json/t.yaml", "Coin.json"});
    CHECK(below.code == 74);
    check_contains(below.err, "cannot make directory 'Coin.json'");
}

TEST_CASE("study export: scripts that can be run without changes", "[cli][study]")
{
    const Program program;
    program.write("s.yaml", study_text());
    const Outcome outcome =
        program.run({"study", "export", "s.yaml", "--engine", "slurm", "--chunks", "3"});
    CHECK(outcome.code == 0);
    check_contains(outcome.out, "8 runs in 3 parts");
    for (const char* name : {"run.sbatch", "report.sbatch", "submit.sh", "status.sh"})
    {
        const std::string file = std::string("trial.study/jobs/") + name;
        REQUIRE(program.has(file));
        CHECK(std::system(("sh -n " + program.path(file)).c_str()) == 0);
    }
    // What the array would do, by hand.
    const std::string run = "cd " + program.path("trial.study/jobs") + " && for i in 0 1 2; do " +
                            "SLURM_ARRAY_TASK_ID=$i sh run.sbatch > log.$i 2>&1 || exit 1; done";
    CHECK(std::system(run.c_str()) == 0);
    CHECK(results(program).size() == 8);
}

#ifdef SBST_WITH_JVM  // eight of the eleven are about classes
TEST_CASE("study: those of the papers are read, and name their missing parts", "[cli][study]")
{
    const Program program;
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SBST_STUDIES))
    {
        if (entry.path().extension() == ".yaml")
        {
            ++count;
            const Outcome outcome = program.run({"study", "plan", entry.path().string()});
            INFO(entry.path() << outcome.err);
            CHECK(outcome.code == 3);
            check_contains(outcome.out, "subjects missing");
        }
    }
    CHECK(count == 11);
    // 2 configurations, 100 runs, 600 seconds.
    check_contains(program
                       .run({"study", "plan",
                           (std::filesystem::path(SBST_STUDIES) / "evosuite_dse.yaml").string()})
                       .out,
        "Cost: 33.3 h on one core for each subject");
}
#endif

TEST_CASE("study: branches of a contract are the branch goals that analyze shows, without entries",
    "[cli][study]")
{
    const Program program;
    program.write("s.yaml", study_text());
    const std::string plan = program.run({"study", "plan", "s.yaml"}).out;
    for (const char* name : {"Token", "Auction"})
    {
        const Outcome outcome = program.run({"evm", "analyze", example(name), "--json"});
        REQUIRE(outcome.code == 0);
        std::size_t branches = 0;
        std::size_t entries = 0;
        const Json document = Json::parse(outcome.out);
        for (const Json& goal : document.at("goals"))
        {
            const bool is_sought = goal.at("is_shown") == true && goal.at("proof") == "";
            const bool is_branch = goal.at("kind").get<std::string>().ends_with("branch");
            branches += is_sought && is_branch ? 1U : 0U;
            entries += is_sought && !is_branch ? 1U : 0U;
        }
        CHECK(entries > 0);
        const std::size_t line = plan.find(std::string("  ") + name);
        REQUIRE(line != std::string::npos);
        check_contains(plan.substr(line, plan.find('\n', line) - line),
            "  branches " + std::to_string(branches));
        CHECK(plan.substr(line, plan.find('\n', line) - line)
                  .ends_with(" " + std::to_string(branches)));
    }
}

TEST_CASE("study status and run: work in other processes is shown, with machine and process",
    "[cli][study]")
{
    const Program program;
    std::string text = study_text("options: {keep-going: true}\n");
    text.replace(text.find("{executions: 60}"), 16, "{executions: 100000000}");
    text.replace(text.find("repetitions: 2"), 14, "repetitions: 1");
    program.write("s.yaml", text);
    // Each of them writes into files of its own folder.
    const Program second;
    const Program observer;
    const std::string file = program.path("s.yaml");
    const std::string out = program.path("trial.study");
    const pid_t first_process = program.start({"study", "run", "s.yaml", "--jobs", "2"});
    const auto wait_for = [&](std::size_t running) {
        while (true)
        {
            REQUIRE(::usleep(20'000) == 0);
            const Outcome outcome = observer.run({"study", "status", file, "--out", out, "--json"});
            const Json status = outcome.out.empty() ? Json() : Json::parse(outcome.out);
            if (status.is_object() && status.at("running") == running)
            {
                return status;
            }
        }
    };
    const Json status = wait_for(2);
    REQUIRE(status.at("machines").size() == 1);
    CHECK(status.at("machines").front().size() == 2);
    const std::string words = observer.run({"study", "status", file, "--out", out}).out;
    check_contains(words, "2 running, 2 to do");
    check_contains(words, "  2 running on ");
    check_contains(words, std::to_string(status.at("machines").front().front().get<long>()));
    const pid_t second_process =
        second.start({"study", "run", file, "--out", out, "--progress", "always", "--jobs", "2"});
    CHECK(wait_for(4).at("finished") == 0);
    ::kill(second_process, SIGINT);
    const Outcome other = second.finish(second_process);
    CHECK(other.code == 130);
    check_contains(other.out, "Running: 2 in other processes on ");
    CHECK_THAT(other.err, !Catch::Contains("none running"));
    ::kill(first_process, SIGINT);
    CHECK(program.finish(first_process).code == 130);
}
