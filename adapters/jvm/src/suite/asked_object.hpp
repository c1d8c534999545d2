// SPDX-License-Identifier: Apache-2.0
// Objects of a suite that questions can be asked of, alone or two at a time. Next: object_laws.cpp,
// which asks.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/problem/java_problem.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace sbst::jvm::detail
{

/// An object with the calls that it needs.
struct AskedObject
{
    TestCase setup;
    std::size_t call = 0;
    /// Binary name.
    std::string class_name;
};

/// Binary names of the classes under test: the one that was asked for and those nested in it.
[[nodiscard]] std::set<std::string> names_under_test(const JavaProblem& problem);

/// Which of the methods some class above or at it, of the class path, defines.
struct OwnMethods
{
    bool has_equals = false;
    bool has_hash_code = false;
    bool has_to_string = false;
    bool has_compare_to = false;
    /// Nothing but Object defines it: each object has a number of its own. Workers give all objects
    /// the same, so that it is not a source of chance.
    bool has_identity_hash = true;
};

[[nodiscard]] OwnMethods own_methods(const ClassPath& path, const std::string& class_name);

/// The calls that the result of one depends on, or that use what it depends on.
/// @param kept maps calls to their new places.
[[nodiscard]] TestCase sliced(
    const TestCase& test, std::size_t last, std::map<std::size_t, std::size_t>& kept);

/// Both, one after the other.
[[nodiscard]] TestCase joined_tests(const TestCase& first, const TestCase& second);

}  // namespace sbst::jvm::detail
