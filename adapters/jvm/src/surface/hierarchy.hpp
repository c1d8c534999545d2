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
#include <string_view>
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

/// An annotation of a class that is there at run time; both by internal name.
struct ClassAnnotation
{
    std::string owner;
    std::string type;
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
    /// private nor in a private one, exported by the JDK. A class file may hold any name, also one
    /// that would end a call of the source.
    [[nodiscard]] bool is_nameable(const ClassFile& file) const;
    /// Tells whether code in the package can use a member of a class that it can name.
    template <class Member>
    [[nodiscard]] bool is_usable(const ClassFile& owner, const Member& member) const
    {
        return is_accessible(owner, member.access) && is_source_name(member.name);
    }
    /// `p/Outer$Inner` to `p.Outer.Inner`.
    [[nodiscard]] std::string source_name(const std::string& name) const;

    /// What the variables of a class stand for in that type of it; their bounds where it is raw.
    [[nodiscard]] static Bindings bindings_of(const ClassFile& file, const GroundType& type);
    /// What a constructor of a class makes where no type arguments are known: those of the bounds.
    /// Unlike a raw type it is no type of a `List<String>`, so that who fills the one cannot put
    /// something else into the other.
    [[nodiscard]] static GroundType with_bounds(const ClassFile& file, const GroundType& type);
    /// Superclass and interfaces with type arguments put in, and, of a type with arguments, the raw
    /// one. Object for interfaces.
    [[nodiscard]] std::vector<GroundType> direct_supertypes(const GroundType& type) const;
    /// The superclass of a type of a class, with type arguments put in.
    [[nodiscard]] GroundType superclass_of(const GroundType& type, const ClassFile& file) const;
    /// The one abstract method, where the class is an interface that has just one.
    [[nodiscard]] std::optional<FunctionalMethod> functional_method(const GroundType& type) const;
    /// Classes of the path that extend or implement a class, directly or not, and can be named and
    /// made; nearest to it first.
    [[nodiscard]] std::vector<std::string> concrete_subclasses(const std::string& name) const;

    /// Annotations of that type, or of any for java/lang/annotation/Annotation, that can be named
    /// with the classes that have them: of classes of the path, at most two of each type, then of
    /// some of the JDK.
    [[nodiscard]] std::vector<ClassAnnotation> annotations(const std::string& type) const;

    [[nodiscard]] bool is_same_package(const std::string& name) const;

private:
    [[nodiscard]] bool is_accessible(const ClassFile& owner, AccessFlags member) const;
    [[nodiscard]] static bool is_source_name(std::string_view name);
    /// Reads every class of the path, once.
    void index_path() const;

    const ClassPath* m_path;
    std::string m_package;
    /// By internal name: direct subclasses on the path, ascending; made when first asked.
    mutable std::optional<std::map<std::string, std::vector<std::string>>> m_subclasses;
    /// By type of annotation: classes of the path that have one, ascending; made with the above.
    mutable std::map<std::string, std::vector<std::string>> m_annotated;
};

/// `p/q/A$B` to `p/q`.
/// What every annotation is.
inline constexpr std::string_view annotation_interface = "java/lang/annotation/Annotation";

[[nodiscard]] std::string package_of(const std::string& internal_name);

}  // namespace sbst::jvm::detail
