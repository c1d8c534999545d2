// SPDX-License-Identifier: Apache-2.0
#include "signal_cases.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <stdexcept>

std::vector<std::string> files_below(const Program& program, const std::string& folder)
{
    std::vector<std::string> names;
    if (program.has(folder))
    {
        for (const auto& entry :
            std::filesystem::recursive_directory_iterator(program.path(folder)))
        {
            if (entry.is_regular_file())
            {
                names.push_back(std::filesystem::relative(entry.path(), program.path("")).string());
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

namespace
{

using Json = nlohmann::json;

Json read_json(const Program& program, const std::string& name)
{
    return Json::parse(program.read(name));
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

// Unused where the build has no Java classes.
[[maybe_unused]] std::string check_class_run(const Program& program)
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

/// Like a public case, with wrong roots: it is executed all the same.
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

/// For runs that wait, and have nothing to save.
constexpr Milliseconds short_patience{2000};

}  // namespace

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
