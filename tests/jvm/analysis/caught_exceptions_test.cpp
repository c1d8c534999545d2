// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/analysis/caught_exceptions.hpp>
#include <sbst/jvm/classfile/class_path.hpp>

#include <array>
#include <map>
#include <set>
#include <string>

using namespace sbst::jvm;

namespace
{

using Types = std::set<std::string>;

/// By `owner.name`.
std::map<std::string, Types> caught(Handlers handlers)
{
    const ClassPath path{{SBST_CLASSES}};
    const std::array<const ClassFile*, 1> files{&path.at("facts/Caught")};
    std::map<std::string, Types> found;
    for (const auto& [key, types] : caught_around_calls(files, handlers))
    {
        found[key.owner + "." + key.name].insert(types.begin(), types.end());
    }
    return found;
}

}  // namespace

TEST_CASE("handlers are found around calls, also around those that lead to them", "[jvm][facts]")
{
    const auto found = caught(Handlers::all);
    CHECK(found.at("java/io/Closeable.close") ==
          Types{"java/io/IOException", "java/lang/IllegalStateException"});
    // Its own handler, without `finally`, and the handler around the call of its method.
    CHECK(found.at("java/util/concurrent/Callable.call") ==
          Types{"java/lang/ArithmeticException", "java/lang/Exception"});
    CHECK(found.at("java/lang/Runnable.run") == Types{"java/lang/UnsupportedOperationException"});
    CHECK(found.at("facts/Caught.run") == Types{"java/lang/UnsupportedOperationException"});
}

TEST_CASE("handlers that compilers write are left out", "[jvm][facts]")
{
    const auto found = caught(Handlers::all);
    CHECK_FALSE(found.contains("java/lang/Object.toString"));
    CHECK_FALSE(found.contains("java/io/Reader.read"));
    CHECK_FALSE(found.contains("facts/Caught.captured"));
}

TEST_CASE("handlers that only return are left out where decisions are wanted", "[jvm][facts]")
{
    const auto found = caught(Handlers::deciding);
    CHECK_FALSE(found.contains("java/io/Closeable.close"));
    CHECK_FALSE(found.contains("java/util/concurrent/Callable.call"));
    // It changes a variable, and a loop begins anew.
    CHECK(found.at("java/lang/Readable.read") == Types{"java/lang/IllegalStateException"});
    CHECK(found.at("java/lang/Runnable.run") == Types{"java/lang/UnsupportedOperationException"});
    CHECK(found.at("java/lang/Appendable.append") == Types{"java/io/IOException"});
    CHECK(caught(Handlers::all).at("java/lang/Appendable.append") ==
          Types{"java/io/IOException", "java/lang/IllegalStateException"});
}
