// SPDX-License-Identifier: Apache-2.0
// A test class as a value: what is called, what is kept, what is asserted. It knows nothing of the
// search, nor of layout. Next: render.hpp.
#pragma once

#include <sbst/jvm/language/java_callable.hpp>
#include <sbst/jvm/language/static_content.hpp>
#include <sbst/jvm/language/surroundings.hpp>
#include <sbst/jvm/render/java_value.hpp>

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sbst::jvm
{

/// Calls, reads, writes or makes something.
struct JavaCall
{
    JavaCallable callable;
    /// As many as the callable has parameters, the receiver first. An argument is of its
    /// parameter's type, or something that Java converts to it without a cast.
    std::vector<JavaValue> arguments{};
    /// Descriptor of the type that a variable for the result is declared with; empty = as the
    /// callable says.
    std::string result_type{};
    /// The same type with its type arguments, as a signature (JVMS 4.7.9.1); empty = written raw.
    std::string generic_type{};
    /// What the variable is called when nothing stands against it; empty = by type and method.
    std::string result_name{};
    /// Descriptors of the other methods (or constructors) that this call could mean with other
    /// arguments: then arguments are cast where their types are not exactly the parameters'.
    std::vector<std::string> overloads{};
    /// Each argument of a reference type is cast to its parameter's erased type, and the result to
    /// its variable's: for a call that the compiler refuses otherwise, as generic bounds can make
    /// it.
    bool is_explicit = false;
    /// Those casts go through Object: the compiler holds the types to be unrelated.
    bool casts_through_object = false;
    /// The receiver is cast to the class that has the method: its own type does not.
    bool casts_receiver = false;
    /// Internal name of the exception that the call throws; an accessible class.
    std::string expected_exception{};
    /// Its message; asserted when there is one.
    std::optional<std::u16string> expected_message{};
};

enum class JavaAssertionKind
{
    /// By value: exactly (NaN is itself, 0.0 is not -0.0 under JUnit 5), arrays deeply.
    equals,
    /// Is the same object as the expected step's result.
    same,
    is_null,
    not_null,
    /// `expected` is a class literal.
    instance_of,
    /// What the test printed so far; `expected` is a string, and `step` any.
    printed
};

/// Asserts something of the result of an earlier step.
struct JavaAssertion
{
    JavaAssertionKind kind = JavaAssertionKind::equals;
    std::size_t step = 0;
    /// It is about this argument of the step, a literal array, which has a variable then; empty =
    /// about the step's result.
    std::optional<std::size_t> argument{};
    /// What is asked of the result: a method without other parameters, or a field.
    std::optional<JavaCallable> inspector{};
    /// Only the object's class has it, not the type that it is declared with.
    bool casts_to_inspector = false;
    JavaValue expected{};
};

using JavaStep = std::variant<JavaCall, JavaAssertion>;

struct JavaTest
{
    /// Words for the method's name, in any form; empty = made from what the test does.
    std::string name{};
    /// Lines above the test: what it covers.
    std::vector<std::string> comment{};
    /// Set before the first step, restored after the test.
    OwnSurroundings own{};
    std::vector<JavaStep> steps{};
    /// Why the test must not run; empty = it runs.
    std::string disabled{};
    /// The method declares Throwable: the compiler sees an exception that no descriptor names.
    bool declares_throwable = false;
};

/// A static field that each test of a suite begins with as it is after initialisation.
struct StaticField
{
    /// Internal name of its class.
    std::string owner{};
    std::string name{};
    std::string descriptor{};
    StaticContent content = StaticContent::itself;
    /// FilledStatic::first.
    std::int64_t first = 0;

    friend auto operator<=>(const StaticField&, const StaticField&) = default;
};

struct JavaSuite
{
    /// `org.example`; empty = the unnamed package.
    std::string package{};
    /// The class of the tests, without package: `FractionTest`.
    std::string class_name{};
    /// Internal name.
    std::string class_under_test{};
    /// Flavour: 4 or 5.
    int junit = 5;
    /// Language level: what a reader's compiler accepts.
    int release = 17;
    /// Stand-ins are mocks of Mockito where these do the same as anonymous classes.
    bool uses_mockito = false;
    /// Lines above the class.
    std::vector<std::string> comment{};
    /// Why none of the tests must run; empty = they run.
    std::string disabled{};
    std::vector<JavaTest> tests{};
    /// Initialised before all tests, in this order; internal names.
    std::vector<std::string> first_classes{};
    /// Reset before each test; afterwards they are as before it.
    std::vector<StaticField> reset_fields{};

    // What must be known of classes, by internal name.
    /// Source names (`p.Outer.Inner`) of those whose internal name with dots for `/` and `$` is
    /// another.
    std::map<std::string, std::string> source_names{};
    /// Those with type parameters: their names are written raw.
    std::set<std::string> generic_classes{};
    /// Those that no test can name, with the nearest type above that one can: private ones, for
    /// example.
    std::map<std::string, std::string> hidden_classes{};
    /// All types above a class, and itself, where all of them are known: what is not among them
    /// needs a cast.
    std::map<std::string, std::set<std::string>> supertypes{};
    /// Nested ones that belong to an object: the first parameter of a constructor is that object.
    std::set<std::string> inner_classes{};
    /// Classes, each with a method of one of its superclasses (`p/Owner.name(I)V`) that tests
    /// cannot call by it, as a subclass in another package closes what it overrides: the receiver
    /// is cast to the method's owner.
    std::set<std::pair<std::string, std::string>> closed_methods{};
    /// Exceptions that need not be declared, beside those of java.lang.
    std::set<std::string> unchecked_exceptions{};
    /// Simple names of the classes in the package of the tests.
    std::set<std::string> package_classes{};
    /// More for `@SuppressWarnings`, `deprecation` for example.
    std::set<std::string> suppressed_warnings{};
};

}  // namespace sbst::jvm
