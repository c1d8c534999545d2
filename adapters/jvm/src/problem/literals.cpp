// SPDX-License-Identifier: Apache-2.0
#include "literals.hpp"

#include <sbst/jvm/analysis/class_facts.hpp>

#include <cmath>
#include <set>

namespace sbst::jvm::detail
{

void add_literals(const ClassGoals& goals, sbst::ConstantPool& pool)
{
    TypeUniverse types;
    const TypeId integer = types.add(integer_type(64, true));
    const TypeId number = types.add(floating_type(64));
    const TypeId text = types.add(string_type());
    std::set<const ClassFile*> seen;
    for (const GoalMethod& method : goals.methods)
    {
        if (!seen.insert(method.owner).second)
        {
            continue;
        }
        for (const ConstantCount& found : find_class_facts(*method.owner).constants)
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
                    // The core's values are never NaN: tests could not be compared.
                    if (!std::isnan(constant.number))
                    {
                        pool.add(Value(constant.number), number, types, found.count);
                    }
                    break;
                case Constant::Kind::string:
                    pool.add(Value(constant.text), text, types, found.count);
                    break;
                case Constant::Kind::class_ref:
                    break;
            }
        }
    }
}

}  // namespace sbst::jvm::detail
