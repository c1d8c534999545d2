// SPDX-License-Identifier: Apache-2.0
#include "option.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sbst::cli
{

std::string Option::environment_name() const
{
    std::string name = "SBST_";
    for (const char letter : naming.name)
    {
        const bool is_lower = letter >= 'a' && letter <= 'z';
        name += letter == '-' ? '_' : is_lower ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    return name;
}

Option Option::on_command_line_only() &&
{
    is_configurable = false;
    affects_result = false;
    return std::move(*this);
}

Option Option::often_used() &&
{
    is_common = true;
    return std::move(*this);
}

Option Option::without_effect() &&
{
    affects_result = false;
    return std::move(*this);
}

Option Option::that_names_input() &&
{
    names_input = true;
    return std::move(*this);
}

const Option* find_option(std::span<const Option> options, std::string_view name)
{
    const auto found = std::find_if(options.begin(), options.end(),
        [name](const Option& option) { return option.naming.name == name; });
    return found == options.end() ? nullptr : &*found;
}

std::vector<Option> joined(std::vector<Option> first, std::vector<Option> second)
{
    first.insert(first.end(), std::make_move_iterator(second.begin()),
        std::make_move_iterator(second.end()));
    return first;
}

}  // namespace sbst::cli
