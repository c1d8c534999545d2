// SPDX-License-Identifier: Apache-2.0
// Classes of newer JDKs than the one that the build needs.
#include "support/catch.hpp"

#include <sbst/jvm/analysis/class_facts.hpp>
#include <sbst/jvm/analysis/class_goals.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <unistd.h>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

namespace fs = std::filesystem;

/// Compiles the fixture into a folder that is removed in the end.
class Compiled
{
public:
    explicit Compiled(const fs::path& jdk)
      : m_folder(fs::temp_directory_path() / ("sbst_patterns_" + std::to_string(getpid())))
    {
        const std::string command = "'" + (jdk / "bin" / "javac").string() + "' -g -d '" +
                                    m_folder.string() + "' '" SBST_PATTERNS "'";
        REQUIRE(std::system(command.c_str()) == 0);  // NOLINT(cert-env33-c): a path of ours
    }
    ~Compiled() { fs::remove_all(m_folder); }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;

    [[nodiscard]] const fs::path& folder() const { return m_folder; }

private:
    fs::path m_folder;
};

void check(const ClassPath& path, int release)
{
    const ClassFile& file = path.at("patterns/Patterns");
    CHECK(file.major_version == release + 44);
    const std::vector<std::string> types = find_class_facts(file).tested_types;
    CHECK(std::count(types.begin(), types.end(), "patterns/Patterns$A") == 1);

    const ClassGoals goals = find_class_goals(path, "patterns/Patterns");
    std::set<std::string> shown;
    std::set<std::string> no_match;
    for (std::size_t i = 0; i < goals.graph.size(); ++i)
    {
        const Goal& goal = goals.graph[GoalId{i}];
        const std::string method = goals.methods[goals.goals[i].method.index()].method->name;
        CHECK(!goal.is_infeasible());
        if (goals.goals[i].goal_class == JavaGoalClass::no_match)
        {
            no_match.insert(method);
        }
        else if (goal.is_shown && method == "of")
        {
            shown.insert(goal.label);
        }
        // Javac's own test of a record pattern.
        CHECK((!goal.is_shown || goal.label.find("(1 ") == std::string::npos));
    }
    CHECK(no_match == std::set<std::string>{"exact", "kind"});
    // Seven ways of the switch and three conditions.
    CHECK(shown.size() == 13);
}

}  // namespace

TEST_CASE("switches over patterns of newer JDKs are analysed", "[jvm][class_goals]")
{
    bool is_any = false;
    for (const fs::path& jdk : find_jdks())
    {
        const int release = feature_version(jdk);
        if (release < 21)
        {
            continue;
        }
        is_any = true;
        INFO(jdk);
        const Compiled compiled{jdk};
        check(ClassPath{{compiled.folder()}}, release);
    }
    if (!is_any)
    {
        WARN("skipped: no JDK of release 21 or more was found");
    }
}
