// SPDX-License-Identifier: Apache-2.0
#include "pool_facts.hpp"

#include "literals.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace sbst::evm
{

namespace
{

bool lies_inside(const SourceSpan& outer, const SourceSpan& inner)
{
    return outer.file == inner.file && outer.start <= inner.start &&
           inner.start + inner.length <= outer.start + outer.length;
}

/// The function of the source that a callable calls: the last one of that name and kind, as bases
/// come before the contract; nothing when the source has none.
std::optional<std::size_t> function_of(const Artifact& artifact, const CallTarget& target)
{
    constexpr std::array<std::string_view, 4> kinds{
        "constructor", "function", "fallback", "receive"};
    const std::string_view kind = kinds.at(static_cast<std::size_t>(target.kind));
    const std::string name = target.kind == CallTarget::Kind::function ?
                                 artifact.abi.functions[target.function].name :
                                 std::string();
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < artifact.ast.functions.size(); ++i)
    {
        const FunctionRange& range = artifact.ast.functions[i];
        const bool is_own = range.contract == artifact.contract_name;
        if (range.kind == kind && range.name == name && (is_own || !found))
        {
            found = i;
        }
    }
    return found;
}

}  // namespace

std::uint64_t digest_of(const StateDelta& delta)
{
    // A sum, as the order of changes has no meaning.
    std::uint64_t sum = 0;
    for (const StateDelta::SlotChange& slot : delta.slots)
    {
        sum += hash_value(U256(
            hash_value(slot.address.to_word()), hash_value(slot.key), hash_value(slot.value), 1));
    }
    for (const StateDelta::AccountChange& account : delta.accounts)
    {
        const std::uint64_t code = account.code == nullptr ? 0 : account.code->size();
        sum += hash_value(
            U256(hash_value(account.address.to_word()), hash_value(account.balance), code, 2));
    }
    return sum == 0 ? 1 : sum;
}

bool may_change_state(const ContractAbi& abi, const CallTarget& target)
{
    return target.kind != CallTarget::Kind::function ||
           !abi.functions[target.function].is_constant();
}

std::span<const U256> contract_units()
{
    static const std::array<U256, 6> units{U256(60), U256(3600), U256(86'400), U256(1'000'000),
        U256(1'000'000'000), U256(1'000'000'000) * U256(1'000'000'000)};
    return units;
}

ContractConstants mine_constants(
    const Artifact& artifact, const ContractSurface& surface, BytesView pool_runtime)
{
    ContractConstants mined;
    TypeUniverse types;
    const TypeId word = types.add(integer_type(256, false, "uint256"));
    const TypeId text = types.add(string_type());
    const std::size_t rest = mined.constants.add_document();
    const std::vector<FunctionRange>& functions = artifact.ast.functions;
    for (std::size_t i = 0; i < functions.size(); ++i)
    {
        mined.constants.add_document();
    }
    for (const SourceLiteral& literal : artifact.ast.literals)
    {
        const auto around = std::find_if(functions.begin(), functions.end(),
            [&](const FunctionRange& range) { return lies_inside(range.span, literal.span); });
        const std::size_t document = around == functions.end() ?
                                         rest :
                                         1 + static_cast<std::size_t>(around - functions.begin());
        if (literal.kind == LiteralKind::number)
        {
            mined.constants.add(document, Value(literal.word), word, types);
        }
        else if (literal.kind == LiteralKind::string)
        {
            mined.constants.add(document, Value(literal.text), text, types);
        }
    }
    for (const BytesView code : {pool_runtime, BytesView(artifact.creation.bytes)})
    {
        for (const PushedLiteral& literal : pushed_literals(artifact.abi, code))
        {
            mined.constants.add(rest,
                literal.text.empty() ? Value(literal.word) : Value(literal.text),
                literal.text.empty() ? word : text, types);
        }
    }
    for (const CallTarget& target : surface.targets)
    {
        const std::optional<std::size_t> function = function_of(artifact, target);
        mined.documents.push_back(function ? 1 + *function : rest);
    }
    return mined;
}

}  // namespace sbst::evm
