// SPDX-License-Identifier: Apache-2.0
// What writers leave: constants, one more, elements under keys, and state of held objects.
#include "support/catch.hpp"

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/construction/field_writers.hpp>
#include <sbst/jvm/construction/held_writers.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string>
#include <string_view>

using namespace sbst;
using namespace sbst::jvm;

namespace
{

using Texts = std::set<std::string>;

std::string text_of(const Value& value)
{
    return value.is_text() ? value.text() : fmt::format("{}", value.word().limbs[0]);
}

/// `open values [] keys [] = construct/Registry$Phase.OPEN`: what each method writes.
Texts texts_of(const FieldWriters& writers)
{
    Texts texts;
    for (std::size_t i = 0; i < writers.paths.size(); ++i)
    {
        const WriteDetail& detail = writers.details[i];
        texts.insert(fmt::format("{} values {} keys {}{}{}{}",
            writers.methods[writers.paths[i].method]->name, detail.values, detail.keys,
            detail.constant ? " = " + text_of(*detail.constant) : "", detail.adds_one ? " + 1" : "",
            detail.is_factory ? " made" : ""));
    }
    return texts;
}

Texts written(std::string_view field, WrittenPart part = WrittenPart::value)
{
    const ClassPath path{{SBST_CLASSES}};
    return texts_of(find_writers(path.at("construct/Registry"), field, part));
}

Texts held(std::string_view field, WrittenPart part = WrittenPart::value)
{
    const ClassPath path{{SBST_CLASSES}};
    return texts_of(find_held_writers(path.at("construct/Registry"),
        {"entries", &path.at("construct/Registry$Entry"), field, part}));
}

std::string first(std::string_view field, WrittenPart part = WrittenPart::value)
{
    const ClassPath path{{SBST_CLASSES}};
    const FieldWriters writers = find_writers(path.at("construct/Registry"), field, part);
    return writers.first ? text_of(*writers.first) : "unknown";
}

}  // namespace

TEST_CASE("field writers: constants and what they leave of a new object", "[jvm][construction]")
{
    CHECK(written("phase") == Texts{"open values [] keys [] = construct/Registry$Phase.OPEN",
                                  "of values [] keys [] = construct/Registry$Phase.NEW made"});
    CHECK(written("last") == Texts{"forget values [] keys [] = null"});
    CHECK(written("count") == Texts{"add values [] keys [] + 1", "reset values [] keys [] = 0"});
    // The constructor's own value, and then the argument of its caller.
    CHECK(written("level") == Texts{"of values [] keys [] = 3 made", "of values [0] keys [] made"});
    CHECK(first("phase") == "construct/Registry$Phase.NEW");
    CHECK(first("count") == "0");
    CHECK(first("last") == "null");
    CHECK(first("level") == "unknown");
    CHECK(first("entries", WrittenPart::element) == "null");
    CHECK(first("table", WrittenPart::element) == "unknown");
}

TEST_CASE("field writers: elements of elements", "[jvm][construction]")
{
    CHECK(written("table", WrittenPart::element) == Texts{"write values [0] keys [1, 2]"});
    CHECK(written("groups", WrittenPart::element).contains("join values [0] keys [1]"));
}

TEST_CASE("held writers: methods write what a collection holds, by its key", "[jvm][construction]")
{
    CHECK(held("isClosed") == Texts{"close values [] keys [0] = 1"});
    CHECK(held("limit") == Texts{"add values [0] keys [1]"});
    CHECK(held("notes", WrittenPart::element) == Texts{"note values [0] keys [1]"});
    CHECK(held("none").empty());
}
