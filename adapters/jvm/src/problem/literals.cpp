// SPDX-License-Identifier: Apache-2.0
#include "literals.hpp"

#include <sbst/jvm/analysis/class_facts.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

namespace sbst::jvm::detail
{

namespace
{

/// Subnormal, and a float: no subject uses this number itself.
constexpr double not_a_number{std::bit_cast<float>(std::uint32_t{0x004e614e})};

bool is_of_box(const MemberKey& called)
{
    return called.owner == "java/lang/Double" || called.owner == "java/lang/Float";
}

/// Tells whether code compares floating-point numbers, or calls their classes.
bool tells_numbers_apart(const ClassFile& file, const ClassFacts& facts)
{
    const auto compares = [](const Instruction& instruction) {
        return instruction.opcode >= Opcode::fcmpl && instruction.opcode <= Opcode::dcmpg;
    };
    return std::any_of(facts.methods.begin(), facts.methods.end(), [](const MethodFacts& method) {
        return std::any_of(method.calls.begin(), method.calls.end(), is_of_box);
    }) || std::any_of(file.methods.begin(), file.methods.end(), [&compares](const Method& method) {
        return method.code && std::any_of(method.code->instructions.begin(),
                                  method.code->instructions.end(), compares);
    });
}

}  // namespace

double to_java_number(double value)
{
    return value == not_a_number ? std::numeric_limits<double>::quiet_NaN() : value;
}

void add_literals(const ClassGoals& goals, ConstantPool& pool)
{
    TypeUniverse types;
    const TypeId number = types.add(floating_type(64));
    std::set<const ClassFile*> seen;
    for (const GoalMethod& method : goals.methods)
    {
        if (!seen.insert(method.owner).second)
        {
            continue;
        }
        const ClassFacts facts = find_class_facts(*method.owner);
        if (tells_numbers_apart(*method.owner, facts))
        {
            constexpr double infinity = std::numeric_limits<double>::infinity();
            for (const double special : {not_a_number, infinity, -infinity})
            {
                pool.add(Value(special), number, types);
            }
        }
        add_constants(facts.constants, pool);
    }
}

void add_constants(std::span<const ConstantCount> constants, ConstantPool& pool)
{
    TypeUniverse types;
    const TypeId integer = types.add(integer_type(64, true));
    const TypeId number = types.add(floating_type(64));
    const TypeId text = types.add(string_type());
    for (const ConstantCount& found : constants)
    {
        const Constant& constant = found.constant;
        switch (constant.kind)
        {
            case Constant::Kind::integer:
            case Constant::Kind::long_integer:
                pool.add(Value(constant.integer), integer, types, found.count);
                break;
            case Constant::Kind::single_float:
            case Constant::Kind::double_float:
                pool.add(Value(std::isnan(constant.number) ? not_a_number : constant.number),
                    number, types, found.count);
                break;
            case Constant::Kind::string:
                pool.add(Value(constant.text), text, types, found.count);
                break;
            case Constant::Kind::class_ref:
                break;
        }
    }
}

}  // namespace sbst::jvm::detail
