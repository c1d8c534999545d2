// SPDX-License-Identifier: Apache-2.0
#include <sbst/jvm/analysis/class_facts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace sbst::jvm
{

namespace
{

/// Counts constants in the order of first use.
class ConstantCounter
{
public:
    void add(const Constant& constant, std::size_t count = 1)
    {
        if (constant.kind == Constant::Kind::class_ref)
        {
            return;
        }
        const auto [entry, is_new] = m_places.try_emplace(key_of(constant), m_counts.size());
        if (is_new)
        {
            m_counts.push_back({constant, 0});
        }
        m_counts[entry->second].count += count;
    }

    std::vector<ConstantCount> take() { return std::move(m_counts); }

private:
    /// Numbers by their text: NaN equals nothing, and 0.0 is -0.0.
    static std::tuple<int, std::int64_t, std::string> key_of(const Constant& constant)
    {
        const bool is_number = constant.kind == Constant::Kind::single_float ||
                               constant.kind == Constant::Kind::double_float;
        return {static_cast<int>(constant.kind), constant.integer,
            is_number ? fmt::format("{}", constant.number) : constant.text};
    }

    std::vector<ConstantCount> m_counts;
    std::map<std::tuple<int, std::int64_t, std::string>, std::size_t> m_places;
};

Constant integer_key(std::int32_t key)
{
    Constant constant;
    constant.integer = key;
    return constant;
}

/// The primitive type whose class object is in a static field of its box (`Integer.TYPE`); empty
/// for other fields.
std::string primitive_in(const MemberRef& field)
{
    static const std::map<std::string_view, std::string_view> boxes{{"java/lang/Boolean", "Z"},
        {"java/lang/Byte", "B"}, {"java/lang/Character", "C"}, {"java/lang/Short", "S"},
        {"java/lang/Integer", "I"}, {"java/lang/Long", "J"}, {"java/lang/Float", "F"},
        {"java/lang/Double", "D"}, {"java/lang/Void", "V"}};
    const auto box = field.name == "TYPE" ? boxes.find(field.owner) : boxes.end();
    return box == boxes.end() ? std::string() : std::string(box->second);
}

/// Types that the code of a class names, one set for all its methods.
struct NamedTypes
{
    std::set<std::string> tested;
    std::set<std::string> functional;
    std::set<std::string> class_objects;
    std::set<MemberKey> compared;
};

/// Reads the code of one method.
class MethodReader
{
public:
    /// Adds to the types of the class.
    MethodReader(const ClassFile& file, const Code& code, NamedTypes& types)
      : m_file(file), m_code(code), m_types(types)
    {}

    MethodFacts read()
    {
        for (std::size_t i = 0; i < m_code.instructions.size(); ++i)
        {
            read_instruction(i);
        }
        for (const ExceptionHandler& handler : m_code.handlers)
        {
            if (!handler.catch_type.empty())
            {
                m_types.tested.insert(handler.catch_type);
            }
        }
        m_facts.constants = m_constants.take();
        m_facts.calls.assign(m_calls.begin(), m_calls.end());
        m_facts.captures.assign(m_captures.begin(), m_captures.end());
        m_facts.field_reads.assign(m_reads.begin(), m_reads.end());
        m_facts.field_writes.assign(m_writes.begin(), m_writes.end());
        return std::move(m_facts);
    }

private:
    static MemberKey key_of(const MemberRef& member)
    {
        return {member.owner, member.name, member.descriptor};
    }

    void read_instruction(std::size_t i)
    {
        const Instruction& instruction = m_code.instructions[i];
        const Opcode opcode = instruction.opcode;
        const auto operand = static_cast<std::size_t>(instruction.operand);
        if (const auto constant = pushed_constant(m_file.pool, instruction))
        {
            m_constants.add(*constant);
            add_class_object(*constant);
        }
        else if (is_method_call(opcode))
        {
            m_calls.insert(key_of(m_file.pool.member(operand)));
        }
        else if (opcode == Opcode::invokedynamic)
        {
            read_call_site(m_file.pool.member(operand));
        }
        else if (operand_kind(opcode) == OperandKind::field)
        {
            const bool is_read = opcode == Opcode::getfield || opcode == Opcode::getstatic;
            const MemberRef& field = m_file.pool.member(operand);
            (is_read ? m_reads : m_writes).insert(key_of(field));
            if (std::string primitive = primitive_in(field); !primitive.empty())
            {
                m_types.class_objects.insert(std::move(primitive));
            }
        }
        else if (opcode == Opcode:: instanceof || opcode == Opcode::checkcast)
        {
            m_types.tested.insert(m_file.pool.text(operand));
        }
        else if (is_switch(opcode))
        {
            read_keys(i);
        }
        else if (opcode == Opcode::if_acmpeq || opcode == Opcode::if_acmpne)
        {
            read_compared(i);
        }
        m_facts.reads_arrays =
            m_facts.reads_arrays || (opcode >= Opcode::iaload && opcode <= Opcode::saload);
        m_facts.writes_arrays =
            m_facts.writes_arrays || (opcode >= Opcode::iastore && opcode <= Opcode::sastore);
    }

    void add_class_object(const Constant& constant)
    {
        if (constant.kind == Constant::Kind::class_ref && constant.text != m_file.name)
        {
            const bool is_array = constant.text.starts_with('[');
            m_types.class_objects.insert(is_array ? constant.text : "L" + constant.text + ";");
        }
    }

    /// The right operand, or the left one where the right one is a variable.
    void read_compared(std::size_t jump)
    {
        const auto is_load = [](Opcode opcode) {
            return opcode == Opcode::aload ||
                   (opcode >= Opcode::aload_0 && opcode <= Opcode::aload_3);
        };
        for (std::size_t i = jump; i-- > 0 && i + 2 >= jump;)
        {
            const Instruction& instruction = m_code.instructions[i];
            const bool is_field = instruction.opcode == Opcode::getstatic;
            if (is_field || instruction.opcode == Opcode::invokestatic)
            {
                const MemberRef& read =
                    m_file.pool.member(static_cast<std::size_t>(instruction.operand));
                if (is_field || read.descriptor.starts_with("()"))
                {
                    m_types.compared.insert(key_of(read));
                }
                return;
            }
            if (!is_load(instruction.opcode))
            {
                return;
            }
        }
    }

    void read_call_site(const MemberRef& site)
    {
        const BootstrapMethod& bootstrap = m_file.bootstrap_methods[site.bootstrap_method];
        const bool is_pattern = bootstrap.target.owner == "java/lang/runtime/SwitchBootstraps";
        const std::size_t result = site.descriptor.find(")L");
        if (bootstrap.target.owner == "java/lang/invoke/LambdaMetafactory" &&
            result != std::string::npos)
        {
            // Between `)L` and the last `;`.
            m_types.functional.insert(
                site.descriptor.substr(result + 2, site.descriptor.size() - result - 3));
        }
        for (const std::uint16_t argument : bootstrap.arguments)
        {
            const PoolTag tag = m_file.pool.tag(argument);
            if (tag == PoolTag::method_handle)
            {
                m_captures.insert(key_of(m_file.pool.member(argument)));
            }
            else if (is_pattern && tag == PoolTag::class_ref)
            {
                m_types.tested.insert(m_file.pool.text(argument));
            }
            else if (is_pattern)
            {
                Instruction load;
                load.opcode = Opcode::ldc;
                load.operand = argument;
                if (const auto constant = pushed_constant(m_file.pool, load))
                {
                    m_constants.add(*constant);
                }
            }
        }
    }

    void read_keys(std::size_t i)
    {
        if (i > 0 && is_method_call(m_code.instructions[i - 1].opcode))
        {
            const MemberRef& called =
                m_file.pool.member(static_cast<std::size_t>(m_code.instructions[i - 1].operand));
            if (called.owner == "java/lang/String" && called.name == "hashCode")
            {
                return;
            }
        }
        const auto place = static_cast<std::size_t>(m_code.instructions[i].operand);
        const SwitchTable& table = m_code.switches[place];
        for (const SwitchCase& one : table.cases)
        {
            // Keys in the gaps of a tableswitch are not in the source.
            if (one.target != table.default_target)
            {
                m_constants.add(integer_key(one.key));
            }
        }
    }

    const ClassFile& m_file;
    const Code& m_code;
    NamedTypes& m_types;
    MethodFacts m_facts;
    ConstantCounter m_constants;
    std::set<MemberKey> m_calls;
    std::set<MemberKey> m_captures;
    std::set<MemberKey> m_reads;
    std::set<MemberKey> m_writes;
};

/// Descriptors of the objects that code reads from fields of objects.
std::set<std::string> held_types(const ClassFile& file)
{
    std::set<std::string> types;
    for (const Method& method : file.methods)
    {
        if (!method.code)
        {
            continue;
        }
        for (const Instruction& instruction : method.code->instructions)
        {
            if (instruction.opcode == Opcode::getfield)
            {
                types.insert(
                    file.pool.member(static_cast<std::size_t>(instruction.operand)).descriptor);
            }
        }
    }
    return types;
}

}  // namespace

ClassFacts find_class_facts(const ClassFile& file)
{
    ClassFacts facts;
    ConstantCounter constants;
    NamedTypes types;
    for (const Field& field : file.fields)
    {
        if (field.constant_value)
        {
            constants.add(*field.constant_value);
        }
    }
    for (const Method& method : file.methods)
    {
        MethodFacts one;
        if (method.code)
        {
            one = MethodReader{file, *method.code, types}.read();
        }
        for (const ConstantCount& entry : one.constants)
        {
            constants.add(entry.constant, entry.count);
        }
        facts.methods.push_back(std::move(one));
    }
    facts.constants = constants.take();
    facts.tested_types.assign(types.tested.begin(), types.tested.end());
    facts.functional_types.assign(types.functional.begin(), types.functional.end());
    facts.class_objects.assign(types.class_objects.begin(), types.class_objects.end());
    facts.compared_objects.assign(types.compared.begin(), types.compared.end());
    return facts;
}

std::set<MemberKey> repeated_calls(const ClassFile& file)
{
    std::set<MemberKey> calls;
    const std::set<std::string> held = held_types(file);
    for (const Method& method : file.methods)
    {
        if (!method.code)
        {
            continue;
        }
        const std::vector<Instruction>& instructions = method.code->instructions;
        // For each instruction the last jump back to it or to one before.
        std::vector<std::size_t> loop_end(instructions.size(), 0);
        for (std::size_t i = 0; i < instructions.size(); ++i)
        {
            const Opcode opcode = instructions[i].opcode;
            const auto target = static_cast<std::size_t>(instructions[i].operand);
            if ((is_conditional_jump(opcode) || is_goto(opcode)) && target <= i)
            {
                loop_end[target] = i;
            }
        }
        std::size_t end = 0;
        std::set<MemberKey> once;
        for (std::size_t i = 0; i < instructions.size(); ++i)
        {
            end = std::max(end, loop_end[i]);
            if (!is_method_call(instructions[i].opcode))
            {
                continue;
            }
            const MemberRef& called =
                file.pool.member(static_cast<std::size_t>(instructions[i].operand));
            MemberKey key{called.owner, called.name, called.descriptor};
            const bool is_of_held = held.contains("L" + called.owner + ";");
            if (!once.insert(key).second || i < end || is_of_held)
            {
                calls.insert(std::move(key));
            }
        }
    }
    return calls;
}

}  // namespace sbst::jvm
