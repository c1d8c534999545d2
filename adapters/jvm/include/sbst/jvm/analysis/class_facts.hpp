// SPDX-License-Identifier: Apache-2.0
// Facts from the code of one class: constants, tested types, calls, fields read and written. Next:
// purity.hpp, program_facts.hpp (facts that need several classes).
#pragma once

#include <sbst/jvm/classfile/class_file.hpp>

#include <compare>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace sbst::jvm
{

struct ConstantCount
{
    Constant constant;
    std::size_t count = 0;
};

/// A method or field as code names it: the owner may be a subclass of the one that declares it.
struct MemberKey
{
    /// Internal name, or the descriptor of an array.
    std::string owner;
    std::string name;
    std::string descriptor;

    friend bool operator==(const MemberKey&, const MemberKey&) = default;
    friend auto operator<=>(const MemberKey&, const MemberKey&) = default;
};

/// Facts about one method's own code, without its callees. All lists ascend and hold each entry
/// once.
struct MethodFacts
{
    /// In the order of first use.
    std::vector<ConstantCount> constants;
    /// Methods that it calls, and methods that it captures (lambdas, method references).
    std::vector<MemberKey> calls;
    std::vector<MemberKey> captures;
    std::vector<MemberKey> field_reads;
    std::vector<MemberKey> field_writes;
    bool reads_arrays = false;
    bool writes_arrays = false;
};

struct ClassFacts
{
    /// Constants of all methods and of fields with a constant value, in the order of first use:
    /// pushed constants and keys of switches (except switches over hash codes of strings), without
    /// class objects.
    std::vector<ConstantCount> constants;
    /// Internal names, or descriptors of arrays, in `instanceof`, casts, switches over patterns and
    /// handlers; ascending.
    std::vector<std::string> tested_types;
    /// Descriptors of classes whose objects the code pushes (`Map.class`, `int.class`), but for the
    /// class itself; ascending.
    std::vector<std::string> class_objects;
    /// Static fields, and static methods without parameters, whose object the code compares with
    /// another (`==`); ascending.
    std::vector<MemberKey> compared_objects;
    /// Interfaces, by internal name, of which its lambdas and method references are objects;
    /// ascending.
    std::vector<std::string> functional_types;
    /// One per method of the class file, in order; empty for methods without code.
    std::vector<MethodFacts> methods;
};

[[nodiscard]] ClassFacts find_class_facts(const ClassFile& file);

/// Methods that the class may call several times: a method does between the target of a jump
/// backwards and the jump, or at two places of its code, and several calls do where an object of
/// the owner is in a field that the class reads.
[[nodiscard]] std::set<MemberKey> repeated_calls(const ClassFile& file);

}  // namespace sbst::jvm
