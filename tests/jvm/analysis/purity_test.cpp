// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"

#include <sbst/jvm/analysis/purity.hpp>
#include <sbst/jvm/exec/worker_settings.hpp>

#include <string>

using namespace sbst::jvm;

TEST_CASE("methods are pure as their names say", "[jvm][purity]")
{
    const ClassPath path{{SBST_CLASSES}};
    Purity purity{path};
    std::size_t asked = 0;
    for (const Method& method : path.at("pure/Pure").methods)
    {
        const bool is_pure = method.name.starts_with("pure");
        if (!is_pure && !method.name.starts_with("impure"))
        {
            continue;
        }
        INFO(method.name);
        ++asked;
        CHECK(purity.is_pure("pure/Pure", method.name, method.descriptor) == is_pure);
    }
    CHECK(asked == 27);
}

TEST_CASE("a call is pure when all methods are that it may run", "[jvm][purity]")
{
    const ClassPath path{{SBST_CLASSES}};
    Purity purity{path};
    CHECK(purity.is_call_pure("pure/Pure$Shape", "area", "()I"));
    CHECK_FALSE(purity.is_call_pure("pure/Pure$Shape", "name", "()I"));
    CHECK(purity.is_pure("pure/Pure$Square", "name", "()I"));
    CHECK_FALSE(purity.is_call_pure("pure/Pure$Square", "name", "()I"));
    // Inherited.
    CHECK(purity.is_call_pure("pure/Pure$Named", "area", "()I"));
    CHECK(purity.is_call_pure("pure/Pure", "pureGetter", "()I"));
    CHECK_FALSE(purity.is_call_pure("pure/Pure", "impureCounter", "()I"));
    CHECK_FALSE(purity.is_call_pure("pure/Pure", "none", "()I"));
    CHECK_FALSE(purity.is_call_pure("pure/Pure", "toString", "()Ljava/lang/String;"));
    CHECK_FALSE(purity.is_call_pure("pure/None", "pureGetter", "()I"));
    CHECK_FALSE(purity.is_call_pure("java/lang/String", "length", "()I"));
}

TEST_CASE("within a test lambdas and iterators of the path count", "[jvm][purity]")
{
    const ClassPath path({SBST_CLASSES},
        ClassPathOptions::for_jdk(find_jdks().at(0), feature_version(find_jdks()[0])));
    Purity after{path};
    Purity within{path, PurityUse::within_test};
    for (const char* name : {"holds", "hasNext"})
    {
        INFO(name);
        CHECK(after.is_call_pure("pure/Pure$Rules", name, "()Z"));
        CHECK_FALSE(within.is_call_pure("pure/Pure$Rules", name, "()Z"));
    }
    CHECK(within.is_call_pure("pure/Pure$Rules", "size", "()I"));
    CHECK(within.is_call_pure("pure/Pure$Shape", "area", "()I"));
}

TEST_CASE("the order of questions changes no answer", "[jvm][purity]")
{
    const ClassPath path{{SBST_CLASSES}};
    Purity forward{path};
    const auto& methods = path.at("pure/Pure").methods;
    for (auto method = methods.rbegin(); method != methods.rend(); ++method)
    {
        Purity alone{path};
        CHECK(forward.is_pure("pure/Pure", method->name, method->descriptor) ==
              alone.is_pure("pure/Pure", method->name, method->descriptor));
    }
}

TEST_CASE("constructors may write to what they make; unknown methods are not pure", "[jvm][purity]")
{
    const ClassPath path{{SBST_CLASSES}};
    Purity purity{path};
    CHECK(purity.is_pure("pure/Pure", "<init>", "()V"));
    CHECK_FALSE(purity.is_pure("pure/Pure", "none", "()V"));
    CHECK_FALSE(purity.is_pure("pure/None", "pureGetter", "()I"));
    CHECK_FALSE(purity.is_pure("pure/Pure$Shape", "area", "()I"));
    CHECK_FALSE(purity.is_pure("java/lang/String", "length", "()I"));
}
