// SPDX-License-Identifier: Apache-2.0
// The expressions of one test: values, calls, casts.
#pragma once

#include "code.hpp"
#include "inliner.hpp"
#include "mocks.hpp"
#include "type_namer.hpp"

#include <sbst/jvm/classfile/signature.hpp>
#include <sbst/jvm/render/java_suite.hpp>
#include <sbst/output/identifiers.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sbst::jvm::detail
{

struct Expression
{
    SourceCode code;
    /// Descriptor of the type that the compiler gives it; empty for null.
    std::string type;
    /// A member may be asked of it as it stands.
    bool is_primary = true;
    /// Has a type by its surroundings only.
    bool is_lambda = false;
    /// A lambda that fits interfaces whose method returns something and others: it only throws.
    bool fits_all_interfaces = false;
};

/// Names of parameters that are not used.
inline constexpr std::array<const char*, 6> unused_parameters{"x", "y", "z", "u", "v", "w"};

class ExpressionWriter
{
public:
    /// All outlive this.
    ExpressionWriter(
        const JavaSuite& suite, const JavaTest& test, TypeNamer& types, NameTable& names);

    [[nodiscard]] const TestLayout& layout() const { return m_layout; }
    /// Tells the name of the variable that holds a step's result.
    void set_variable(std::size_t step, std::string name);
    /// The same for the literal that is an argument of a step.
    void set_argument_variable(std::size_t step, std::size_t argument, std::string name);
    [[nodiscard]] Expression argument_variable(std::size_t step, std::size_t argument);
    /// Descriptor of the type of that variable.
    [[nodiscard]] std::string type_of_step(std::size_t step) const;

    /// The call of a step, as an expression or, for a write, a statement's.
    [[nodiscard]] Expression call(std::size_t step);
    [[nodiscard]] Expression call(const JavaCall& call);
    /// The same where the result is used: cast to what is known of it and the compiler is not told.
    [[nodiscard]] Expression used_result(std::size_t step);
    /// The same for a variable of the step's type.
    [[nodiscard]] Expression initializer(std::size_t step);
    [[nodiscard]] Expression value(const JavaValue& value);
    /// The same where that type is wanted.
    [[nodiscard]] Expression value_for(const JavaValue& value, const std::string& type);
    /// A lambda, which alone has no type, keeps its interface where that type is wanted; empty:
    /// where the compiler cannot tell.
    [[nodiscard]] Expression with_interface(Expression written, const std::string& type);
    /// A value of exactly that type.
    [[nodiscard]] Expression cast(Expression expression, const std::string& wanted);
    /// A value that the compiler takes where that type is wanted.
    [[nodiscard]] Expression fitted(Expression expression, const std::string& type);

    /// The source name of a type that is declared, cast to or made; raw uses are noted.
    [[nodiscard]] std::string type_name(const std::string& descriptor);
    /// The same of the type that a variable for a step's result is declared with.
    /// @param has_arguments with its type arguments, if they are known.
    [[nodiscard]] std::string variable_type_name(std::size_t step, bool has_arguments);
    [[nodiscard]] bool has_raw_type() const { return m_has_raw_type; }
    /// Casts that were written so far.
    [[nodiscard]] std::size_t casts() const { return m_casts; }

    /// A statement by which a mock of that name learns what it returns.
    [[nodiscard]] SourceCode stub(const JavaCall& call, const Stub& stub, const std::string& mock);
    /// Methods of Mockito that were written so far.
    [[nodiscard]] const std::set<std::string>& mockito_names() const { return m_mockito_names; }

    /// Parameters of lambdas may be called as they were in earlier statements.
    void end_statement();

private:
    /// The type, or its innermost component, has type parameters.
    [[nodiscard]] bool is_raw(const std::string& descriptor) const;
    /// Tests cannot name it; a variable of that type is declared with `var`.
    [[nodiscard]] bool is_hidden(const std::string& descriptor) const;
    /// The step's result is an argument where such a type is wanted.
    [[nodiscard]] bool is_handed_on_hidden(std::size_t step) const;
    [[nodiscard]] Expression literal(const JavaValue& value);
    [[nodiscard]] Expression string(const std::u16string& text);
    [[nodiscard]] Expression array(const JavaValue& value);
    /// `List.of(...)` and its like.
    [[nodiscard]] Expression collection(const JavaValue& value);
    [[nodiscard]] Expression optional(const JavaValue& value);
    [[nodiscard]] const JavaValue& argument_of(std::size_t step, std::size_t argument) const;
    [[nodiscard]] Expression construction(const JavaCall& call, bool has_target);
    /// `new Name<...>(...)`, or `outer.new Name<...>(...)`.
    [[nodiscard]] SourceCode new_object(const JavaCall& call, const std::string& type_arguments);
    [[nodiscard]] Expression stand_in(const JavaCall& call);
    [[nodiscard]] Expression mock(const JavaCall& call);
    /// Notes that the file needs the name.
    std::string of_mockito(const std::string& name);
    /// A method of a stand-in that returns its answers; nothing, or the neutral value, without any.
    /// @param counter the field that counts its calls, if it needs one.
    [[nodiscard]] SourceCode stand_in_method(
        const Stub& stub, const std::string& counter, bool is_explicit);
    /// Its statements: what it throws, runs and returns.
    [[nodiscard]] std::vector<SourceCode> stand_in_body(const Stub& stub,
        const std::vector<std::string>& parameters, const std::string& counter, bool is_explicit);
    [[nodiscard]] SourceCode returning(
        const Stub& stub, const std::string& counter, bool is_explicit);
    [[nodiscard]] SourceCode throwing(const StandInMethod& method, const MadeException& made);
    /// The source name of a type with its arguments, or only these.
    [[nodiscard]] std::string generic_name(const TypeSignature& type);
    [[nodiscard]] std::string type_arguments(const TypeSignature& type);
    [[nodiscard]] Expression functional(const JavaCall& call);
    [[nodiscard]] Expression proxy(const JavaCall& call);
    [[nodiscard]] Expression reflected(const JavaCallable& callable);
    [[nodiscard]] Expression field(const JavaCall& call);
    [[nodiscard]] SourceCode receiver(const JavaCall& call);
    [[nodiscard]] std::vector<SourceCode> arguments(const JavaCall& call, std::size_t from);
    /// @param has_rival tells whether the call could mean another method by it.
    [[nodiscard]] Expression argument(const JavaCall& call, std::size_t index,
        const std::string& type, Expression written, bool has_rival);
    /// Tells by argument whether no other method that takes all of them wants another type there.
    /// @param written the arguments, perhaps without the first, an outer object.
    [[nodiscard]] std::vector<bool> clear_arguments(
        const JavaCall& call, const std::vector<Expression>& written) const;
    /// Tells whether the compiler knows the result's type from the type arguments of the receiver.
    [[nodiscard]] bool is_told_by_receiver(const JavaCall& call) const;
    [[nodiscard]] Expression cast_for(
        const JavaCall& call, Expression expression, const std::string& type);
    /// Elements of a last argument that can be written without its array; null when they cannot.
    [[nodiscard]] const std::vector<JavaValue>* spread_array(const JavaCall& call) const;
    [[nodiscard]] bool may_be_array(const JavaValue& value) const;
    [[nodiscard]] std::string new_array(const std::string& descriptor);

    const JavaSuite& m_suite;
    const JavaTest& m_test;
    TypeNamer& m_types;
    NameTable& m_names;
    TestLayout m_layout;
    std::vector<std::string> m_variables;
    /// Names of the variables of literal arguments; they are parts of the test, which stays.
    std::map<const JavaValue*, std::string> m_argument_variables;
    /// By step: its variable is declared with type arguments.
    std::vector<bool> m_is_typed;
    /// Parameters of lambdas in the statement that is being written.
    std::vector<std::string> m_lambda_names;
    std::set<std::string> m_mockito_names;
    bool m_has_raw_type = false;
    std::size_t m_casts = 0;
};

/// What a method that returns nothing in particular returns.
[[nodiscard]] JavaValue neutral_value(const std::string& descriptor);

}  // namespace sbst::jvm::detail
