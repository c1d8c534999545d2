// SPDX-License-Identifier: Apache-2.0
#include "asked_object.hpp"

#include <sbst/jvm/language/type_names.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::size_t max_asked_superclasses = 64;

}  // namespace

std::set<std::string> names_under_test(const JavaProblem& problem)
{
    std::set<std::string> names;
    for (const ClassPlan& plan : problem.plan().classes)
    {
        names.insert(binary_name(plan.name));
    }
    return names;
}

OwnMethods own_methods(const ClassPath& path, const std::string& class_name)
{
    OwnMethods own;
    std::string name = internal_name(class_name);
    for (std::size_t i = 0; i < max_asked_superclasses && name != "java/lang/Object"; ++i)
    {
        const ClassFile* file = path.find(name);
        if (file == nullptr)
        {
            own.has_identity_hash = false;
            break;
        }
        for (const Method& method : file->methods)
        {
            const std::string signature = method.name + method.descriptor;
            own.has_identity_hash = own.has_identity_hash && signature != "hashCode()I";
            if (!path.is_on_path(name))
            {
                continue;
            }
            own.has_equals = own.has_equals || signature == "equals(Ljava/lang/Object;)Z";
            own.has_hash_code = own.has_hash_code || signature == "hashCode()I";
            own.has_to_string = own.has_to_string || signature == "toString()Ljava/lang/String;";
            own.has_compare_to =
                own.has_compare_to || signature == "compareTo(Ljava/lang/Object;)I";
        }
        name = file->superclass;
    }
    return own;
}

TestCase sliced(const TestCase& test, std::size_t last, std::map<std::size_t, std::size_t>& kept)
{
    const auto uses = [&test](std::size_t call) {
        std::vector<std::size_t> used;
        for (const Argument& argument : test.calls[call].arguments)
        {
            if (const auto* result = std::get_if<ResultRef>(&resolve(test, argument)))
            {
                used.push_back(result->call);
            }
        }
        return used;
    };
    std::set<std::size_t> wanted{last};
    for (std::size_t before = 0; before != wanted.size();)
    {
        before = wanted.size();
        for (std::size_t i = 0; i <= last; ++i)
        {
            const std::vector<std::size_t> used = uses(i);
            const bool is_used = std::any_of(used.begin(), used.end(),
                [&wanted](std::size_t one) { return wanted.contains(one); });
            if (wanted.contains(i) || is_used)
            {
                wanted.insert(i);
                wanted.insert(used.begin(), used.end());
            }
        }
    }
    TestCase slice;
    for (const std::size_t i : wanted)
    {
        Call call = test.calls[i];
        for (Argument& argument : call.arguments)
        {
            argument = resolve(test, argument);
            if (auto* result = std::get_if<ResultRef>(&argument))
            {
                result->call = static_cast<std::uint32_t>(kept.at(result->call));
            }
        }
        kept[i] = slice.calls.size();
        slice.calls.push_back(std::move(call));
    }
    return slice;
}

TestCase joined_tests(const TestCase& first, const TestCase& second)
{
    TestCase both = first;
    for (Call call : second.calls)
    {
        for (Argument& argument : call.arguments)
        {
            argument = resolve(second, argument);
            if (auto* result = std::get_if<ResultRef>(&argument))
            {
                result->call += static_cast<std::uint32_t>(first.length());
            }
        }
        both.calls.push_back(std::move(call));
    }
    return both;
}

}  // namespace sbst::jvm::detail
