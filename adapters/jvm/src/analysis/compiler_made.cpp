// SPDX-License-Identifier: Apache-2.0
#include "compiler_made.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace sbst::jvm
{

namespace
{

// No compiler makes code that needs more.
constexpr std::size_t max_close_work = 10'000'000;

/// Looks for code shapes of javac and ecj.
class Finder
{
public:
    Finder(const ClassFile& file, const Code& code) : m_file(file), m_code(code) {}

    CompilerMade find()
    {
        for (std::uint32_t i = 0; i < m_code.instructions.size(); ++i)
        {
            if (is_switch(m_code.instructions[i].opcode))
            {
                find_no_match(i);
                find_string_switch(i);
            }
            else if (is_conditional_jump(m_code.instructions[i].opcode))
            {
                find_assertion(i);
                find_constant(i);
            }
            else if (calls(i, "java/lang/Throwable", "addSuppressed"))
            {
                find_resource(i);
            }
        }
        return std::move(m_made);
    }

private:
    [[nodiscard]] const Instruction* at(std::uint32_t i) const
    {
        return i < m_code.instructions.size() ? &m_code.instructions[i] : nullptr;
    }

    [[nodiscard]] bool is(std::uint32_t i, Opcode opcode) const
    {
        const Instruction* instruction = at(i);
        return instruction != nullptr && instruction->opcode == opcode;
    }

    [[nodiscard]] const MemberRef* called(std::uint32_t i) const
    {
        const Instruction* instruction = at(i);
        return instruction != nullptr && is_method_call(instruction->opcode) ?
                   &m_file.pool.member(static_cast<std::size_t>(instruction->operand)) :
                   nullptr;
    }

    [[nodiscard]] bool calls(std::uint32_t i, std::string_view owner, std::string_view name) const
    {
        const MemberRef* method = called(i);
        return method != nullptr && method->owner == owner && method->name == name;
    }

    [[nodiscard]] bool calls_close(std::uint32_t i) const
    {
        const MemberRef* method = called(i);
        return method != nullptr && method->name == "close" && method->descriptor == "()V";
    }

    /// The slot that the instruction loads a reference from, stores one or an int to, ...
    [[nodiscard]] std::optional<std::int32_t> slot(
        std::uint32_t i, Opcode general, Opcode first, Opcode last) const
    {
        const Instruction* instruction = at(i);
        const bool is_wanted = instruction != nullptr &&
                               (instruction->opcode == general ||
                                   (instruction->opcode >= first && instruction->opcode <= last));
        return is_wanted ? std::optional{instruction->operand} : std::nullopt;
    }
    [[nodiscard]] std::optional<std::int32_t> loaded_reference(std::uint32_t i) const
    {
        return slot(i, Opcode::aload, Opcode::aload_0, Opcode::aload_3);
    }
    [[nodiscard]] std::optional<std::int32_t> stored_reference(std::uint32_t i) const
    {
        return slot(i, Opcode::astore, Opcode::astore_0, Opcode::astore_3);
    }
    [[nodiscard]] std::optional<std::int32_t> loaded_int(std::uint32_t i) const
    {
        return slot(i, Opcode::iload, Opcode::iload_0, Opcode::iload_3);
    }
    [[nodiscard]] std::optional<std::int32_t> stored_int(std::uint32_t i) const
    {
        return slot(i, Opcode::istore, Opcode::istore_0, Opcode::istore_3);
    }

    void find_no_match(std::uint32_t i)
    {
        const SwitchTable& table = table_of(i);
        if (!is(table.default_target, Opcode::new_))
        {
            return;
        }
        const std::string& made = m_file.pool.text(
            static_cast<std::size_t>(m_code.instructions[table.default_target].operand));
        if (made == "java/lang/MatchException" || made == "java/lang/IncompatibleClassChangeError")
        {
            m_made.switches[i].default_way = JavaGoalClass::no_match;
        }
    }

    [[nodiscard]] const SwitchTable& table_of(std::uint32_t i) const
    {
        return m_code.switches[static_cast<std::size_t>(m_code.instructions[i].operand)];
    }

    /// The test at `i`: load, case's string, `equals`, jump; the jump's ordinal.
    [[nodiscard]] std::optional<std::uint32_t> string_test(std::uint32_t i) const
    {
        const Instruction* string = at(i + 1);
        const bool is_test = loaded_reference(i) && string != nullptr &&
                             operand_kind(string->opcode) == OperandKind::constant &&
                             calls(i + 2, "java/lang/String", "equals") &&
                             (is(i + 3, Opcode::ifeq) || is(i + 3, Opcode::ifne));
        return is_test ? std::optional{i + 3} : std::nullopt;
    }

    void find_string_switch(std::uint32_t hash_switch)
    {
        if (hash_switch == 0 || !calls(hash_switch - 1, "java/lang/String", "hashCode"))
        {
            return;
        }
        std::uint32_t i = hash_switch + 1;
        std::optional<std::int32_t> slot_of_key;
        std::vector<StringCase> cases;
        while (const std::optional<std::uint32_t> test = string_test(i))
        {
            const bool is_javac = is(*test, Opcode::ifeq);
            JumpClass& jump = m_made.jumps[*test];
            (is_javac ? jump.when_true : jump.when_false) = JavaGoalClass::string_switch;
            i = *test + 1;
            const Instruction* key = at(i);
            if (is_javac && key != nullptr && stored_int(i + 1))
            {
                slot_of_key = stored_int(i + 1);
                StringCase one;
                one.key = key->operand;
                one.test = *test;
                cases.push_back(one);
                i += 2;
            }
            if (is(i, Opcode::goto_))
            {
                ++i;
            }
        }
        if (i == hash_switch + 1)
        {
            return;
        }
        m_made.switches[hash_switch].cases = JavaGoalClass::string_switch;
        const Instruction* second = at(i + 1);
        if (slot_of_key && loaded_int(i) == slot_of_key && second != nullptr &&
            is_switch(second->opcode))
        {
            // The default then belongs to the second switch.
            m_made.switches[hash_switch].default_way = JavaGoalClass::string_switch;
            m_made.switches[i + 1].cases = JavaGoalClass::string_switch;
            for (StringCase& one : cases)
            {
                one.second_switch = i + 1;
                m_made.string_cases.push_back(one);
            }
        }
    }

    void find_assertion(std::uint32_t jump)
    {
        const bool is_read = jump > 0 && is(jump - 1, Opcode::getstatic);
        if (!is_read && !(jump > 0 && is(jump - 1, Opcode::invokevirtual)))
        {
            return;
        }
        const MemberRef& member =
            m_file.pool.member(static_cast<std::size_t>(m_code.instructions[jump - 1].operand));
        // The initialiser asks the class and stores the negated answer in a field.
        const bool is_switch =
            is_read ? member.name == "$assertionsDisabled" :
                      member.owner == "java/lang/Class" && member.name == "desiredAssertionStatus";
        if (is_switch)
        {
            m_made.jumps[jump] = {JavaGoalClass::assertion_switch, JavaGoalClass::assertion_switch};
        }
    }

    /// Compilers fold constant conditions of the source: a jump right after `iconst_1` was made by
    /// javac.
    void find_constant(std::uint32_t jump)
    {
        const auto jumps_here = [jump](const Instruction& one) {
            const OperandKind kind = operand_kind(one.opcode);
            return (kind == OperandKind::jump || kind == OperandKind::wide_jump) &&
                   static_cast<std::uint32_t>(one.operand) == jump;
        };
        const bool is_constant =
            jump > 0 && is(jump - 1, Opcode::iconst_1) &&
            (is(jump, Opcode::ifeq) || is(jump, Opcode::ifne)) &&
            std::none_of(m_code.instructions.begin(), m_code.instructions.end(), jumps_here);
        if (is_constant)
        {
            m_made.jumps[jump] = {JavaGoalClass::pattern_test, JavaGoalClass::pattern_test};
        }
    }

    /// javac closes in a handler `astore x; aload t; aload x; addSuppressed`, whose range holds
    /// `aload r; close`. Tests of r before closing, and of t, are made by javac.
    void find_resource(std::uint32_t call)
    {
        if (call < 3)
        {
            return;
        }
        const auto suppressed = loaded_reference(call - 1);
        const auto thrown = loaded_reference(call - 2);
        if (!suppressed || !thrown || stored_reference(call - 3) != suppressed)
        {
            return;
        }
        for (const ExceptionHandler& handler : m_code.handlers)
        {
            if (handler.handler != call - 3 || m_close_work > max_close_work)
            {
                continue;
            }
            m_close_work += handler.end - handler.start;
            for (std::uint32_t i = handler.start + 1; i < handler.end; ++i)
            {
                if (calls_close(i) && loaded_reference(i - 1))
                {
                    m_close_work += m_code.instructions.size();
                    mark_null_tests(*loaded_reference(i - 1), *thrown);
                }
            }
        }
    }

    void mark_null_tests(std::int32_t resource, std::int32_t thrown)
    {
        for (std::uint32_t i = 1; i < m_code.instructions.size(); ++i)
        {
            if (!is(i, Opcode::ifnull) && !is(i, Opcode::ifnonnull))
            {
                continue;
            }
            const bool closes = loaded_reference(i + 1) == resource && calls_close(i + 2);
            const bool tests_thrown =
                loaded_reference(i + 1) == thrown && is(i + 2, Opcode::ifnull);
            const auto tested = loaded_reference(i - 1);
            if ((tested == resource && (closes || tests_thrown)) || (tested == thrown && closes))
            {
                m_made.jumps[i] = {JavaGoalClass::resource_check, JavaGoalClass::resource_check};
            }
        }
    }

    const ClassFile& m_file;
    const Code& m_code;
    CompilerMade m_made;
    /// Instructions searched for closed resources.
    std::size_t m_close_work = 0;
};

/// Tells whether the code has a call site that the record's run-time support links.
bool calls_object_methods(const ClassFile& file, const Code& code)
{
    return std::any_of(
        code.instructions.begin(), code.instructions.end(), [&](const Instruction& one) {
            if (one.opcode != Opcode::invokedynamic)
            {
                return false;
            }
            const MemberRef& site = file.pool.member(static_cast<std::size_t>(one.operand));
            return file.bootstrap_methods[site.bootstrap_method].target.owner ==
                   "java/lang/runtime/ObjectMethods";
        });
}

bool is_enum_member(const ClassFile& file, const Method& method)
{
    const std::string type = "L" + file.name + ";";
    return file.access.is_enum() && method.access.is_static() &&
           ((method.name == "values" && method.descriptor == "()[" + type) ||
               (method.name == "valueOf" && method.descriptor == "(Ljava/lang/String;)" + type));
}

}  // namespace

CompilerMade find_compiler_made(const ClassFile& file, const Code& code)
{
    return Finder{file, code}.find();
}

JavaGoalClass class_of_method(const ClassFile& file, const Method& method)
{
    const bool is_lambda = method.name.starts_with("lambda$");
    if ((method.access.is_synthetic() && !is_lambda) || method.access.is_bridge() ||
        (file.access.is_synthetic() && method.is_static_initialiser()))
    {
        return JavaGoalClass::synthetic;
    }
    if (method.is_static_initialiser())
    {
        return JavaGoalClass::static_initialiser;
    }
    if (is_enum_member(file, method))
    {
        return JavaGoalClass::enum_member;
    }
    if (file.record && method.code && calls_object_methods(file, *method.code))
    {
        return JavaGoalClass::record_member;
    }
    return JavaGoalClass::user;
}

std::string_view to_string(JavaGoalClass goal_class)
{
    switch (goal_class)
    {
        case JavaGoalClass::user:
            return "user";
        case JavaGoalClass::string_switch:
            return "string-switch";
        case JavaGoalClass::resource_check:
            return "resource-check";
        case JavaGoalClass::assertion_switch:
            return "assertion-switch";
        case JavaGoalClass::no_match:
            return "no-match";
        case JavaGoalClass::pattern_test:
            return "pattern-test";
        case JavaGoalClass::static_initialiser:
            return "static-initialiser";
        case JavaGoalClass::synthetic:
            return "synthetic";
        case JavaGoalClass::enum_member:
            return "enum-member";
        case JavaGoalClass::record_member:
            return "record-member";
    }
    return "user";
}

}  // namespace sbst::jvm
