// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/analysis/class_goals.hpp>

#include <cstddef>
#include <string>
#include <vector>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

using Texts = std::vector<std::string>;

/// The shown goals of a method without its name and their lines, in order, but for false outcomes.
Texts labels_of(const std::string& method)
{
    static const ClassPath path{{SBST_CLASSES}};
    static const ClassGoals found = find_class_goals(path, "labels/Labels");
    Texts texts;
    for (std::size_t i = 0; i < found.graph.size(); ++i)
    {
        const Goal& goal = found.graph[GoalId(i)];
        const std::size_t words = goal.label.find(' ', goal.label.find("):"));
        const bool is_other = goal.label.ends_with(" false");
        if (goal.is_shown && goal.label.starts_with("Labels." + method + "(") && !is_other)
        {
            texts.push_back(goal.label.substr(words + 1));
        }
    }
    return texts;
}

}  // namespace

TEST_CASE("a label has characters where the code compares characters", "[jvm][class_goals]")
{
    CHECK(labels_of("character") ==
          Texts{"if (c != '.') true", "if ('\\'' == c) true", "if (text.charAt(0) != '\\n') true",
              "if (all[1] <= 'z') true", "if (c == '\\u20ac') true",
              "if (text.indexOf('-') <= 0) true", "if (text.indexOf((c + 1)) <= 46) true",
              "if (text.replace('/', '.').isEmpty()) true", "if ((c - '0') > 5) true"});
    CHECK(labels_of("number") == Texts{"if (n == 46) true", "if (b == 47) true"});
    CHECK(labels_of("characters") ==
          Texts{"switch (c) case '\\t'", "switch (c) case 'a'", "switch (c) default"});
}

TEST_CASE("a label has the constants of a switched enumeration", "[jvm][class_goals]")
{
    CHECK(labels_of("kinds") ==
          Texts{"switch (kind) case HIGH", "switch (kind) case LOW", "switch (kind) default"});
}

TEST_CASE("a label has no variable of the compiler's own", "[jvm][class_goals]")
{
    CHECK(labels_of("texts") == Texts{"if (text.trim().equals(\"one\")) true",
                                    "if (text.trim().equals(\"two\")) true",
                                    "switch (text.trim()) default"});
    CHECK(labels_of("each") ==
          Texts{"if (index < numbers.length) true", "if (names.iterator().hasNext()) true"});
}
