// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/construction/field_writers.hpp>

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <string_view>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

/// `m1 1 0.50 1.00`: the method, its parameters, the shares.
std::multiset<std::string> paths_to(std::string_view field, WrittenPart part = WrittenPart::value)
{
    const ClassPath path{{SBST_CLASSES}};
    const FieldWriters writers = find_writers(path.at("construct/Setters"), field, part);
    std::multiset<std::string> texts;
    for (const WritePath& one : writers.paths)
    {
        std::string text = fmt::format("{} {}", writers.methods[one.method]->name, one.parameters);
        for (const double share : one.shares)
        {
            text += fmt::format(" {:.2f}", share);
        }
        texts.insert(text);
    }
    return texts;
}

}  // namespace

TEST_CASE("field writers: figure 6 of the paper", "[jvm][construction]")
{
    using Texts = std::multiset<std::string>;
    CHECK(paths_to("f") == Texts{"m1 1 0.50 1.00 1.00", "m1 1 1.00 1.00", "m2 1 1.00 1.00",
                               "m3 1 1.00", "m4 0 1.00"});
    const ClassPath path{{SBST_CLASSES}};
    const FieldWriters writers = find_writers(path.at("construct/Setters"), "f");
    std::map<std::string, double> chances;
    for (const ScoredMethod& one : score_methods(writers.paths))
    {
        chances[writers.methods[one.method]->name] = one.probability;
    }
    REQUIRE(chances.size() == 4);
    for (const char* const name : {"m1", "m2", "m3"})
    {
        CHECK(chances[name] == Approx(2.0 / 7).epsilon(1e-12));
    }
    CHECK(chances["m4"] == Approx(1.0 / 7).epsilon(1e-12));
}

TEST_CASE(
    "field writers: private methods, guards, elements, statics, recursion", "[jvm][construction]")
{
    using Texts = std::multiset<std::string>;
    // What another object's field gets says nothing of this one's.
    CHECK(paths_to("guarded") == Texts{"enter 2 0.75 1.00"});
    CHECK(paths_to("marks") == Texts{"<init> 0 1.00"});
    CHECK(paths_to("marks", WrittenPart::element) == Texts{"mark 1 1.00"});
    CHECK(paths_to("total") == Texts{"add 1 1.00", "enter 0 0.50"});
    CHECK(paths_to("other") == Texts{"again 0 1.00"});
    CHECK(paths_to("none").empty());
}
