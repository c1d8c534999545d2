// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/abi/contract_abi.hpp>
#include <sbst/evm/base/keccak.hpp>

#include <algorithm>
#include <map>

namespace sbst::evm
{

const AbiFunction* ContractAbi::find_function(std::uint32_t selector) const
{
    const auto found = std::find_if(functions.begin(), functions.end(),
        [&](const AbiFunction& function) { return function.selector == selector; });
    return found == functions.end() ? nullptr : &*found;
}

const AbiFunction* ContractAbi::find_function(std::string_view name) const
{
    const auto found =
        std::find_if(functions.begin(), functions.end(), [&](const AbiFunction& function) {
            return function.display_name == name || function.signature == name;
        });
    return found == functions.end() ? nullptr : &*found;
}

std::string to_signature(std::string_view name, const AbiParameters& parameters)
{
    std::string text(name);
    text += '(';
    for (std::size_t i = 0; i < parameters.size(); ++i)
    {
        if (i > 0)
        {
            text += ',';
        }
        text += parameters.types[i].name();
    }
    return text + ')';
}

U256 to_topic(std::string_view signature)
{
    const Bytes bytes(signature.begin(), signature.end());
    return keccak256_word(bytes);
}

std::uint32_t to_selector(std::string_view signature)
{
    return static_cast<std::uint32_t>(low64(to_topic(signature) >> 224));
}

void set_display_names(std::vector<AbiFunction>& functions)
{
    std::map<std::string_view, std::size_t> uses;
    for (const AbiFunction& function : functions)
    {
        ++uses[function.name];
    }
    for (AbiFunction& function : functions)
    {
        function.display_name = uses[function.name] > 1 ? function.signature : function.name;
    }
}

}  // namespace sbst::evm
