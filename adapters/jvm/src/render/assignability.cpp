// SPDX-License-Identifier: Apache-2.0
#include "assignability.hpp"

#include "callables.hpp"

#include <string_view>

namespace sbst::jvm::detail
{

namespace
{

constexpr std::string_view object = "Ljava/lang/Object;";

/// `Lp/A;` to `p/A`.
std::string class_of(const std::string& descriptor)
{
    return descriptor.substr(1, descriptor.size() - 2);
}

bool is_above_arrays(const std::string& descriptor)
{
    return descriptor == object || descriptor == "Ljava/lang/Cloneable;" ||
           descriptor == "Ljava/io/Serializable;";
}

}  // namespace

bool is_assignable(const JavaSuite& suite, const std::string& from, const std::string& to)
{
    if (from == to || from.empty() || to == object)
    {
        return true;
    }
    if (from == object)
    {
        return false;
    }
    if (is_primitive(from) || is_primitive(to) || from == "V" || to == "V")
    {
        return true;
    }
    if (from.front() == '[')
    {
        const bool are_objects =
            to.front() == '[' && !is_primitive(from.substr(1)) && !is_primitive(to.substr(1));
        return are_objects ? is_assignable(suite, from.substr(1), to.substr(1)) :
                             is_above_arrays(to);
    }
    if (to.front() == '[')
    {
        return false;
    }
    const auto known = suite.supertypes.find(class_of(from));
    return known == suite.supertypes.end() || known->second.contains(class_of(to));
}

bool may_take(const JavaSuite& suite, const std::string& parameter, const std::string& from)
{
    if (from.empty())
    {
        return !is_primitive(parameter);
    }
    if (is_primitive(from))
    {
        // Converted, or boxed.
        return is_primitive(parameter) ||
               (parameter.front() != '[' && parameter != "Ljava/lang/String;");
    }
    if (from == object || is_primitive(parameter))
    {
        return from == object || !primitive_of(from).empty();
    }
    // A value of one class may be of another below it.
    return is_assignable(suite, from, parameter) || is_assignable(suite, parameter, from);
}

std::string visible_type(const JavaSuite& suite, const std::string& descriptor)
{
    const std::size_t begin = descriptor.find_first_not_of('[');
    if (begin == std::string::npos || descriptor[begin] != 'L')
    {
        return descriptor;
    }
    const auto hidden = suite.hidden_classes.find(class_of(descriptor.substr(begin)));
    return hidden == suite.hidden_classes.end() ?
               descriptor :
               descriptor.substr(0, begin) + descriptor_of_class(hidden->second);
}

}  // namespace sbst::jvm::detail
