// SPDX-License-Identifier: Apache-2.0
// The surface of Java classes: the types and callables for tests, found on demand from the classes
// under test. Next: ../problem/java_problem.hpp.
#pragma once

#include <sbst/jvm/classfile/class_path.hpp>
#include <sbst/jvm/language/java_callable.hpp>
#include <sbst/test/catalogue.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// What tests use where no real object of an interface or abstract class can be made.
enum class StandIns
{
    /// Null.
    off,
    /// Anonymous classes whose methods return values of the test.
    plain,
    /// The same in the search; tests write mocks of Mockito where these do the same.
    mockito
};

struct SurfaceOptions
{
    /// Package of the tests, by internal name: its package-private members can be used.
    std::string package;
    /// Only methods of this name are under test (`<init>`: constructors); the others can still be
    /// called to change objects. Without effect when tests can call no method of that name.
    std::optional<std::string> method{};
    /// Nesting depth of calls that make an argument: at greater depth only existing producers are
    /// used.
    std::size_t max_depth = 4;
    /// Number of classes below an abstract type that are used for it.
    std::size_t max_subtypes = 6;
    /// Number of constructors, and of factories and constants, used of a class that is not under
    /// test.
    std::size_t max_producers = 6;
    /// Number of state-changing methods used of a class that is not under test.
    std::size_t max_mutators = 12;
    /// Number of types tested by the code of one class (`instanceof`, casts, patterns) that are
    /// made for arguments declared with a wider type.
    std::size_t max_tested_types = 32;
    StandIns stand_ins = StandIns::plain;
    /// Stand-ins throw for all handlers of the classes under test, or only for those whose code
    /// decides something or calls a method of these classes.
    bool all_handlers = true;
    /// Number of methods of a stand-in that return values of the test, if the classes under test
    /// call them; the others return the neutral value.
    std::size_t max_answers = 8;
    /// Number of abstract methods that a stand-in implements: a type with more has none.
    std::size_t max_stand_in_methods = 40;
    /// The same for an interface without type parameters: a class of the tests has all methods.
    std::size_t max_stub_methods = 300;
};

/// Types and callables of one subject, with their Java forms.
///
/// The constructors and methods of the given classes that a test in the package can call are under
/// test. For each object that they need, producers are added: constructors, static factories and
/// constants of its class; for an abstract class or an interface those of classes below it: of the
/// path, or for a type of the JDK the common ones, then those of the package, or else those that
/// need least, of the path and the JDK. A functional interface has a constant function, and a
/// stand-in if its method may have to answer otherwise at first; an interface or abstract class
/// without any of these has a stand-in. Types that the code tests by `instanceof` are made too, for
/// parameters that take any object. Type arguments are kept if signatures give them, so that a
/// `List<String>` is filled with strings; type variables and wildcards are replaced by their
/// bounds.
class JavaSurface
{
public:
    /// @param classes internal names, each on the path. Keeps a reference to the path, which must
    /// outlive it.
    /// @throws ConfigError when one does not exist, ParseError when a class cannot be read.
    JavaSurface(
        const ClassPath& path, const std::vector<std::string>& classes, SurfaceOptions options);
    ~JavaSurface();
    JavaSurface(const JavaSurface&) = delete;
    JavaSurface& operator=(const JavaSurface&) = delete;
    JavaSurface(JavaSurface&&) = delete;
    JavaSurface& operator=(JavaSurface&&) = delete;

    /// Adds a class that was met later, by internal name: what makes its objects, and its methods,
    /// which are not under test. Types and callables that are there keep their ids.
    /// @return whether tests can name it: it is on the path or in the JDK, and visible to them.
    bool add_class(const std::string& internal_name);

    /// Adds a method or constructor, or an access to a field of an object, of a class of the path
    /// that is not under test, and what makes its arguments. Nothing happens where tests cannot use
    /// it, or have it.
    void add_member(const ClassFile& file, const Method& method);
    void add_access(const ClassFile& file, const Field& field, bool is_write);

    /// Adds a cast of objects of one type to another one, of a class without type arguments that
    /// tests can name; nothing for others. The same callable each time.
    std::optional<CallableId> add_cast(TypeId from, TypeId to);
    /// Adds all that can make objects of a type: methods of the path's other classes, and classes
    /// below it that are not used so far, up to some number. Returns whether it added something.
    bool add_producers(TypeId type);

    /// Adds the class objects of these classes, by internal name, for what takes any class or any
    /// object; those that tests cannot name are left out.
    void add_class_objects(std::span<const std::string> names);

    [[nodiscard]] const TypeUniverse& types() const;
    [[nodiscard]] const Catalogue& catalogue() const;
    [[nodiscard]] const JavaType& type(TypeId id) const;
    [[nodiscard]] const JavaCallable& callable(CallableId id) const;
    /// By CallableId; valid until a class is added.
    [[nodiscard]] const std::vector<JavaCallable>& callables() const;
    /// The object type of a class without type arguments, by internal name.
    [[nodiscard]] std::optional<TypeId> find_class(const std::string& internal_name) const;

private:
    class State;
    std::unique_ptr<State> m_state;
};

}  // namespace sbst::jvm
