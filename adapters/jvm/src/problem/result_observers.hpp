// SPDX-License-Identifier: Apache-2.0
// Observers of results: the methods that tell more of an object that a method under test returned.
// Next: output_reading.hpp; observers.hpp for those of assertions.
#pragma once

#include "../surface/hierarchy.hpp"

#include <sbst/jvm/analysis/purity.hpp>
#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/language/java_callable.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// The most observers of a result: each has two or three goals, and is asked at each call.
inline constexpr std::size_t max_result_observers = 8;

/// Finds the observers of objects by their type.
class ResultObservers
{
public:
    /// The path outlives it.
    /// @param package of the tests, by internal name.
    ResultObservers(const ClassPath& path, const std::string& package);

    /// The first `max_result_observers` instance methods without parameters that objects of the
    /// type have, that tests can call, that return a boolean, a character or a number, and that
    /// change nothing, whatever class below the type the object is of. Those of the type itself
    /// come first, in the order of the class file, then those of superclasses, then those of
    /// interfaces. Nothing for a type that is not on the path or that tests cannot name.
    /// `hashCode` is left out: it may differ between runs.
    /// @param type its internal name.
    [[nodiscard]] std::vector<JavaCallable> of(const std::string& type);

private:
    [[nodiscard]] std::vector<JavaCallable> find(const ClassFile& type);

    Hierarchy m_hierarchy;
    Purity m_purity;
    /// By type, those asked for so far.
    std::map<std::string, std::vector<JavaCallable>> m_known;
};

}  // namespace sbst::jvm::detail
