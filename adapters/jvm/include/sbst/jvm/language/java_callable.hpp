// SPDX-License-Identifier: Apache-2.0
// The core's types and callables in Java: the common language of the problem, which makes tests,
// the workers, which run them, and the renderer, which writes them. Next:
// ../surface/java_surface.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sbst::jvm
{

enum class JavaTypeKind
{
    nothing,
    boolean,
    byte,
    short_integer,
    character,
    integer,
    long_integer,
    single_float,
    double_float,
    /// java.lang.String; a value is its text in UTF-8, where a byte outside well-formed sequences
    /// means the character of that number, and three bytes may mean an unpaired surrogate
    /// (`to_utf16`).
    string,
    /// The constants are Type::members.
    enumeration,
    /// A one-dimensional or nested array whose innermost elements have literals.
    array,
    /// All other types; a value comes from a call.
    reference
};

/// The Java type of a TypeId.
struct JavaType
{
    JavaTypeKind kind = JavaTypeKind::nothing;
    /// JVMS 4.3.2: `I`, `Ljava/util/Map$Entry;`, `[J`; `V` for nothing.
    std::string descriptor;
    /// The name in source code, erased and fully qualified: `int`, `java.util.Map.Entry`, `long[]`.
    std::string source_name;
    /// The same with its type arguments, if they are known: `java.util.List<java.lang.String>`.
    std::string generic_name;
    /// That type as a signature (JVMS 4.7.9.1): `Ljava/util/List<Ljava/lang/String;>;`.
    std::string signature;
};

enum class JavaCallableKind
{
    constructor,
    static_method,
    /// Parameter 0 is the receiver, here and for the fields of an object.
    instance_method,
    static_field_read,
    static_field_write,
    field_read,
    field_write,
    /// Parameter 0 seen as `owner`, checked.
    cast,
    /// Parameter 0, a value with literals of the type `descriptor`, as an object: boxed if the type
    /// is primitive.
    as_object,
    /// An array of type `descriptor` (`[Lp/Node;`) whose elements are the parameters.
    array_of,
    /// The class object of the type `descriptor`; no parameters.
    class_literal,
    /// An object of the functional interface `owner` whose method `name` with `descriptor` returns
    /// parameter 0 each time (no parameter: nothing, or the neutral value).
    functional,
    /// A new object of an anonymous class that implements or extends `owner`. The first parameters
    /// are those of the constructor `descriptor` (`()V` for an interface), the others are the
    /// answers of the methods of `stand_in`.
    stand_in,
    /// A copy of parameter 0, an object of `owner`: written to bytes and read back (java.io).
    serial_copy,
    /// An object of a class that java.lang.reflect.Proxy makes for the interface `owner`; all its
    /// methods return parameter 0.
    proxy,
    /// A new object of `bean`, a class of the tests, by its constructor `descriptor`: one parameter
    /// for each field. `owner` is Object, what the rest of the code knows of it.
    bean,
    /// The object of java.lang.reflect for the method, constructor or field `name` of `owner` with
    /// `descriptor`; no parameters.
    reflected_member
};

/// The most calls of a method of a stand-in that have another answer than the later ones.
inline constexpr std::size_t max_turns = 3;

/// A parameter of a stand-in's method that the method runs: an object of a functional interface
/// whose method takes nothing.
struct Callback
{
    std::size_t parameter = 0;
    /// The type of the parameter, by internal name.
    std::string interface {};
    /// The interface that declares the method, by internal name, and the method.
    std::string owner{};
    std::string name{};
    std::string descriptor{};
    /// The method of the stand-in returns what this one returns.
    bool is_returned = false;
    /// It may throw what the method of the stand-in declares.
    bool may_throw = false;
};

/// An exception that a stand-in makes and throws, by internal name. Its constructor takes texts,
/// primitive values (a number, true or 'a') and at most one cause.
struct MadeException
{
    std::string name{};
    std::string descriptor{};
    /// The cause, if the constructor takes one, and its constructor: that takes a text or nothing.
    std::string cause{};
    std::string cause_descriptor{};
    /// What the constructor takes as byte, short, int or long; 1 as float or double.
    std::int16_t number = 1;
    /// A method that throws it must declare it.
    bool is_checked = false;
};

/// A method of a stand-in.
struct StandInMethod
{
    std::string name{};
    /// Descriptors of the abstract methods that it implements: more than one where type arguments
    /// make different parameters or results the same.
    std::vector<std::string> descriptors{};
    /// Types in the source, as signatures (JVMS 4.7.9.1).
    std::vector<std::string> parameters{};
    std::string result{};
    /// `public`, `protected`, or empty for the package.
    std::string access{};
    /// It always returns the next parameter of the callable. The others return nothing, the
    /// neutral value, or what their callback returns.
    bool has_answer = false;
    /// Its answer changes: two more parameters follow, what the first calls return, and the number
    /// of these, from 0 to `max_turns`.
    bool has_turns = false;
    /// Its result is generic, and written without type arguments or as the bound of a variable: it
    /// may return another object than its caller is told.
    bool has_erased_result = false;
    /// The last parameter is `T...`.
    bool is_varargs = false;
    /// Exceptions that the abstract methods declare, by internal name.
    std::vector<std::string> exceptions{};
    /// It implements one method, and may declare these exceptions as they are.
    bool may_declare = false;
    /// What it runs before it returns.
    std::optional<Callback> callback{};
    /// What it may throw instead: one more parameter follows, 0 or the number of one of these,
    /// counted from 1. Where its answer changes, only the calls throw that are before the change,
    /// or all if there is none.
    std::vector<MadeException> failures{};
};

/// Number of arguments for what a method of a stand-in answers: the answer, that of the first
/// calls, and their number; the number of the exception, if it may throw, follows them.
[[nodiscard]] inline std::size_t answer_count(const StandInMethod& method)
{
    return !method.has_answer ? 0 : method.has_turns ? 3 : 1;
}

/// The text of an exception that a method of a stand-in throws.
[[nodiscard]] inline std::string failure_text(const StandInMethod& method)
{
    return method.name + " failed";
}

/// The body of a stand-in.
struct StandIn
{
    /// The type that it implements or extends, as a signature.
    std::string type{};
    /// The descriptor of its only method, if a lambda does the same where no answer changes.
    std::string lambda{};
    std::vector<StandInMethod> methods{};
    /// Fields that it inherits: variables of these names are not visible in it.
    std::vector<std::string> fields{};
    /// Interfaces give it methods with code.
    bool has_default_methods = false;
};

/// An element of an annotation: a text, or an array of one text.
struct BeanText
{
    std::string name{};
    std::string text{};
    bool is_array = false;
};

/// An annotation whose elements are texts.
struct BeanMark
{
    /// Internal name.
    std::string type{};
    /// Elements; those with a default are not here.
    std::vector<BeanText> texts{};
};

/// A public method that returns a field.
struct BeanGetter
{
    std::string name{};
    std::size_t field = 0;
    std::vector<BeanMark> marks{};
};

/// A class for code that reads objects by reflection.
struct Bean
{
    std::vector<std::string> fields{};
    /// By field, or empty: fields with annotations can be written by reflection.
    std::vector<std::vector<BeanMark>> field_marks{};
    std::vector<BeanGetter> getters{};
};

/// The Java meaning of a CallableId: a call, a read, a write or the making of an object.
struct JavaCallable
{
    JavaCallableKind kind = JavaCallableKind::static_method;
    /// Class that declares the member, by internal name: `p/Outer$Inner`.
    std::string owner{};
    /// Method or field; `<init>` for a constructor.
    std::string name{};
    /// Descriptor of the method, field or array, or as documented for the kind (JVMS 4.3).
    std::string descriptor{};
    bool is_owner_interface = false;
    /// Constructor of an inner class: parameter 0 is its outer object.
    bool is_inner = false;
    /// The last parameter is `T...`.
    bool is_varargs = false;
    /// Exceptions that the method declares, by internal name.
    std::vector<std::string> declared_exceptions{};
    /// A method of the JDK that takes something out of what a class under test returned; its
    /// exceptions say nothing about the class.
    bool opens_result = false;
    /// For a stand-in; for a functional object only the method, with the exception that it throws
    /// instead of returning something, if it does.
    StandIn stand_in{};
    /// For a bean only; `name` is that of the class.
    Bean bean{};
};

}  // namespace sbst::jvm
