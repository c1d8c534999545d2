// SPDX-License-Identifier: Apache-2.0
// The program's texts about adapters that it has and those that it was built without. It is the one
// test of the program that runs in every combination of them.
#include "program.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using Words = std::vector<std::string>;

struct Adapter
{
    std::string name;
    std::string title;
    bool is_built = false;
};

Words words_of(const std::string& list)
{
    std::istringstream stream(list);
    return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<Adapter> adapters()
{
    const Words built = words_of(SBST_BUILT_ADAPTERS);
    std::vector<Adapter> all;
    for (const std::string& name : words_of(SBST_ADAPTERS))
    {
        std::string title = name;
        std::transform(title.begin(), title.end(), title.begin(),
            [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
        all.push_back({name, title, std::find(built.begin(), built.end(), name) != built.end()});
    }
    return all;
}

Words built()
{
    Words names;
    for (const Adapter& adapter : adapters())
    {
        if (adapter.is_built)
        {
            names.push_back(adapter.name);
        }
    }
    return names;
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("adapters: exactly the built ones are listed", "[cli][adapters]")
{
    const Program program;
    const auto list = nlohmann::json::parse(program.run({"list", "--json"}).out);
    Words names;
    for (const auto& row : list.at("adapters"))
    {
        names.push_back(row.at("name"));
    }
    CHECK(names == built());
    // Each of them has classes of goals.
    std::set<std::string> with_classes;
    for (const auto& row : list.at("classes"))
    {
        with_classes.insert(row.at("adapter").get<std::string>());
    }
    CHECK(Words(with_classes.begin(), with_classes.end()) == built());
}

TEST_CASE("adapters: those left out have the same message", "[cli][adapters]")
{
    const Program program;
    for (const Adapter& adapter : adapters())
    {
        program.write("s.yaml", "name: s\nadapter: " + adapter.name +
                                    "\nseed: 1\nrepetitions: 1\nbudget: {executions: 5}\n"
                                    "subjects: {include: [x]}\nalgorithms: [{name: random}]\n");
        const std::string message = "sbst: error: this sbst was built without the " +
                                    adapter.title + " adapter (SBST_WITH_" + adapter.title + ")\n";
        for (const Words& words :
            std::vector<Words>{{adapter.name}, {adapter.name, "generate", "x"},
                {"--seed", "3", adapter.name, "generate", "x"}, {"help", adapter.name},
                {"help", adapter.name, "generate"}, {"study", "plan", "s.yaml"}})
        {
            const Outcome outcome = program.run(words);
            INFO(words.front() << ' ' << outcome.err);
            CHECK(has(outcome.err, message) == !adapter.is_built);
            CHECK((adapter.is_built || (outcome.code == 2 && outcome.out.empty())));
        }
    }
}

TEST_CASE("adapters: help only mentions those that were built", "[cli][adapters]")
{
    const Program program;
    for (const Words& words : std::vector<Words>{{"help"}, {"help", "reference"},
             {"help", "configuration"}, {"list"}, {"completion", "bash"}, {"completion", "zsh"},
             {"completion", "fish"}, {"study", "init", "--help"}, {"study", "run", "--help"}})
    {
        const Outcome outcome = program.run(words);
        INFO(words.front());
        CHECK(outcome.code == 0);
        CHECK(outcome.err.empty());
        for (const Adapter& adapter : adapters())
        {
            CHECK((adapter.is_built || !has(outcome.out, "sbst " + adapter.name + " ")));
        }
    }
    for (const std::string& name : built())
    {
        CHECK(has(program.run({name, "generate", "--help"}).out, "--budget-executions"));
    }
}

TEST_CASE("adapters: a study is made for one that was built", "[cli][adapters]")
{
    const Program program;
    const auto complaint = [&program](const Words& operands) {
        Words words{"study", "init", "s.yaml"};
        words.insert(words.end(), operands.begin(), operands.end());
        const Outcome outcome = program.run(words);
        CHECK(outcome.code == 2);
        CHECK_FALSE(program.has("s.yaml"));
        return outcome.err;
    };
    CHECK(has(complaint({"notes.txt"}),
        built().empty() ? "built without any adapter" : "'notes.txt' is "));
    if (built() == Words{"evm", "jvm"})
    {
        CHECK(has(complaint({}),
            "no subject for the study; give artifacts or jars: sbst study "
            "init s.yaml FILE.json, or FILE.jar"));
        CHECK(has(complaint({"notes.txt"}),
            "'notes.txt' is neither an artifact (FILE.json, FILE.json:Contract) nor classes "
            "(FILE.jar, FILE.jar!org.shop.*, a folder of classes)"));
        CHECK(has(complaint({"a.json", "b.jar"}), "one study has one adapter"));
    }
}
