// SPDX-License-Identifier: Apache-2.0
// The hierarchy: the classes that a test can name, the supertypes of a type, and its known
// subclasses. Next: surface_builder.hpp.
#pragma once

#include "ground_type.hpp"
#include "linkage.hpp"

#include <sbst/jvm/classfile/class_path.hpp>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sbst::jvm::detail
{

/// The method that an implementation of a functional interface must have.
struct FunctionalMethod
{
    std::string name;
    std::string descriptor;
    /// With the interface's type arguments substituted.
    GroundType result;
    /// The interface that declares it, as a supertype of the one asked about.
    GroundType declared_in;
};

/// An annotation of a class that exists at run time; both by internal name.
struct ClassAnnotation
{
    std::string owner;
    std::string type;
};

/// A method whose result is of a type, in another class.
struct Maker
{
    const ClassFile* owner = nullptr;
    const Method* method = nullptr;
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

    /// Tells whether source code in the package can name the class: not anonymous or local, not
    /// private nor in a private class, exported by the JDK. A class file may hold any name, even
    /// one that would end a call of the source.
    [[nodiscard]] bool is_nameable(const ClassFile& file) const;
    /// Tells whether source code in the package can name the type of a descriptor.
    [[nodiscard]] bool has_name(std::string_view descriptor) const;
    /// Tells whether source code in the package can write a lambda for the method: its types must
    /// have names, although no lambda writes them.
    [[nodiscard]] bool can_name_all_of(const FunctionalMethod& method) const;
    /// Tells whether code in the package can use a member of a class that it can name: accessible,
    /// not made by the compiler, and with a name that means nothing else. Kotlin writes `of-impl`,
    /// and some tools write two methods that differ in their results only.
    [[nodiscard]] bool is_usable(const ClassFile& owner, const Method& method) const;
    [[nodiscard]] bool is_usable(const ClassFile& owner, const Field& field) const;
    /// Tells whether modifiers let code in the package use a member of a class: public, or not
    /// private and in the package. Tests are subclasses of nothing.
    [[nodiscard]] bool is_open(const ClassFile& owner, AccessFlags member) const;
    /// `p/Outer$Inner` to `p.Outer.Inner`.
    [[nodiscard]] std::string source_name(const std::string& name) const;

    /// The values of a class's variables in one of its types; their bounds if the type is raw.
    [[nodiscard]] static Bindings bindings_of(const ClassFile& file, const GroundType& type);
    /// The type of a new object without known type arguments: the class with the bounds as
    /// arguments. Unlike a raw type it is not assignable to `List<String>`, so that other objects
    /// cannot get into such a list.
    [[nodiscard]] static GroundType with_bounds(const ClassFile& file, const GroundType& type);
    /// Superclass and interfaces with type arguments substituted, and, for a type with arguments,
    /// the raw type. Object for interfaces.
    [[nodiscard]] std::vector<GroundType> direct_supertypes(const GroundType& type) const;
    /// The superclass of a type of a class, with type arguments substituted.
    [[nodiscard]] GroundType superclass_of(const GroundType& type, const ClassFile& file) const;
    /// The only abstract method, if the class is an interface with exactly one.
    [[nodiscard]] std::optional<FunctionalMethod> functional_method(const GroundType& type) const;
    /// Classes that extend or implement a class, directly or not, and can be named and made: those
    /// of the path, nearest first, then those of the JDK, cheapest first. Only a class of the JDK
    /// has such of the JDK.
    [[nodiscard]] std::vector<std::string> concrete_subclasses(const std::string& name) const;
    /// Those of the package below a type of the JDK that need no object of that type.
    [[nodiscard]] std::vector<std::string> own_subclasses(const std::string& name) const;
    /// Enumerations of the path that can be named, those of the package first.
    [[nodiscard]] std::vector<std::string> enums() const;
    /// All classes below a type that are not abstract, whether or not tests can name them.
    [[nodiscard]] std::vector<const ClassFile*> files_below(const std::string& name) const;
    /// Methods of other classes that return an object of a class: of the path, or else of the JDK
    /// near the class. Static ones first, then those of the class's own package.
    [[nodiscard]] std::vector<Maker> makers_elsewhere(const std::string& name) const;

    /// How easily tests make an object of a class where one of another class is wanted: 0 if a
    /// constructor or factory takes literals and types of the JDK only, then those that take
    /// others, then those that take the wanted type again, then classes that make none, and last
    /// those that may not be linked. Nothing for a class that cannot be linked.
    [[nodiscard]] std::optional<int> making_cost(
        const ClassFile& file, const std::string& wanted) const;

    /// Annotations of that type, or of any for java/lang/annotation/Annotation, that can be named
    /// with the classes that have them: at most two of each type on classes of the path, then those
    /// on some classes of the JDK.
    [[nodiscard]] std::vector<ClassAnnotation> annotations(const std::string& type) const;

    [[nodiscard]] bool is_same_package(const std::string& name) const;
    /// Tells whether a class is another one, or extends or implements it.
    [[nodiscard]] bool is_below(const std::string& name, const std::string& above) const;

private:
    /// Reads every class of the path, once.
    void index_path() const;
    [[nodiscard]] bool is_exported(const std::string& name) const;
    /// Direct subclasses, of the path and of the JDK.
    [[nodiscard]] std::vector<std::string> subclasses_below(const std::string& name) const;
    /// Adds the methods of a class that return an object of another one.
    template <class IsWanted, class Add>
    void add_makers(const std::string& name, const IsWanted& is_wanted, const Add& add) const;

    const ClassPath* m_path;
    std::string m_package;
    /// By internal name: direct subclasses on the path, ascending; made at the first request.
    mutable std::optional<std::map<std::string, std::vector<std::string>>> m_subclasses;
    /// By type of annotation: classes of the path that have one, ascending; made together with the
    /// above.
    mutable std::map<std::string, std::vector<std::string>> m_annotated;
    /// By class of the result: methods of the path; made together with the above.
    mutable std::map<std::string, std::vector<Maker>> m_makers;
    /// By class, those asked for so far.
    mutable std::map<std::string, Linkage> m_linkage;
};

/// The supertype of every annotation.
inline constexpr std::string_view annotation_interface = "java/lang/annotation/Annotation";

/// `p/q/A$B` to `p/q`.
[[nodiscard]] std::string package_of(const std::string& internal_name);
/// Tells whether each object of the class belongs to an object of the class around it (JLS 8.1.3).
[[nodiscard]] bool is_inner_class(const ClassFile& file);
/// The same for the constructor: its first parameter is that object (`outer.new Inner()`).
[[nodiscard]] bool is_inner_constructor(const ClassFile& owner, const Method& method);

/// `(IJ)V` has 2.
[[nodiscard]] std::size_t count_parameters(const Method& method);
/// The type behind the parameters: `V`.
[[nodiscard]] std::string result_descriptor(const Method& method);
/// Tells whether the method returns a type variable that its class declares: an object that its
/// receiver was given, as a list is, or the receiver as its subclass names it.
[[nodiscard]] bool returns_class_variable(const Method& method);

/// Tells whether every object has such a method: an interface may redeclare it.
[[nodiscard]] bool is_method_of_object(const Method& method);
/// The key that an overriding method must have: the name, and the parameters with type arguments
/// substituted.
[[nodiscard]] std::string override_key(const Method& method, Bindings bindings);

}  // namespace sbst::jvm::detail
