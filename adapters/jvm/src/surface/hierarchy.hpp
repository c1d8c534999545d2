// SPDX-License-Identifier: Apache-2.0
// The hierarchy: what a test may name, what stands above a type, and which known classes stand
// below it. Next: surface_builder.hpp.
#pragma once

#include "ground_type.hpp"

#include <sbst/jvm/classfile/class_path.hpp>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

/// A method that a functional interface wants to be implemented.
struct FunctionalMethod
{
    std::string name;
    std::string descriptor;
    /// With the interface's type arguments put in.
    GroundType result;
};

class Hierarchy
{
public:
    /// @param package of the tests, by internal name.
    Hierarchy(const ClassPath& path, std::string package);

    [[nodiscard]] const ClassFile* find(const std::string& name) const
    {
        return m_path->find(name);
    }
    [[nodiscard]] bool is_on_path(const std::string& name) const
    {
        return m_path->is_on_path(name);
    }

    /// Tells whether source code in the package can name the class: no anonymous or local one, not
    /// private nor in a private one, exported by the JDK.
    [[nodiscard]] bool is_nameable(const ClassFile& file) const;
    /// Tells whether code in the package can use a member of a class that it can name.
    [[nodiscard]] bool is_usable(const ClassFile& owner, AccessFlags member) const;
    /// `p/Outer$Inner` to `p.Outer.Inner`.
    [[nodiscard]] std::string source_name(const std::string& name) const;

    /// What the variables of a class stand for in that type of it; their bounds where it is raw.
    [[nodiscard]] static Bindings bindings_of(const ClassFile& file, const GroundType& type);
    /// Superclass and interfaces with type arguments put in, and, of a type with arguments, the raw
    /// one. Object for interfaces.
    [[nodiscard]] std::vector<GroundType> direct_supertypes(const GroundType& type) const;
    /// The one abstract method, where the class is an interface that has just one.
    [[nodiscard]] std::optional<FunctionalMethod> functional_method(const GroundType& type) const;
    /// Classes of the path that extend or implement a class, directly or not, and can be named and
    /// made; nearest to it first.
    [[nodiscard]] std::vector<std::string> concrete_subclasses(const std::string& name) const;

    [[nodiscard]] bool is_same_package(const std::string& name) const;

private:
    void index_subclasses() const;

    const ClassPath* m_path;
    std::string m_package;
    /// By internal name: direct subclasses on the path, ascending; made when first asked.
    mutable std::optional<std::map<std::string, std::vector<std::string>>> m_subclasses;
};

/// `p/q/A$B` to `p/q`.
[[nodiscard]] std::string package_of(const std::string& internal_name);

}  // namespace sbst::jvm::detail
