// SPDX-License-Identifier: Apache-2.0
// The literals of a test as variables, and the inputs of its transactions made of them. Next:
// test_runner.hpp.
#pragma once

#include "../abi/encoding_places.hpp"
#include "../concolic/shadow_machine.hpp"
#include "catalogue_builder.hpp"

#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/problem/options.hpp>
#include <sbst/symbolic/path.hpp>
#include <sbst/test/test_case.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace sbst::evm
{

/// The bytes that a call returned, with their shadow; holds references.
struct CallOutput
{
    BytesView bytes;
    const ShadowBytes& shadow;
};

/// Makes the variables of one test; the surface and the artifact must outlive it.
class CallLiterals
{
public:
    CallLiterals(
        const ContractSurface& surface, const Artifact& artifact, const ProblemOptions& options);

    /// Begins with a test, whose variables join the run. Both must outlive the calls.
    void begin(const TestCase& test, symbolic::SymbolicRun& run, std::uint64_t timestamp,
        std::uint64_t block);

    /// The inputs of a call; called for each one in order.
    /// @param values the arguments, without references
    /// @param addresses of the members of the type address
    /// @param data_offset where the arguments begin in the data of the transaction
    [[nodiscard]] TransactionShadow shadow_of(std::size_t call, std::span<const Value> values,
        std::span<const U256> addresses, std::size_t data_offset);
    /// Keeps what a call returned, for calls that take it as an argument.
    /// @param output the encoding of the value alone
    void keep_result(std::size_t call, const AbiType& type, const Value& value,
        const CallOutput& output, std::span<const U256> addresses);

private:
    /// What a call returned, and where each literal of it begins, by its place in preorder.
    struct KeptResult
    {
        ShadowBytes shadow;
        std::map<std::size_t, std::size_t> places;
    };

    /// Copies the literal from the result that the argument refers to, if that is known.
    void put_result(
        ShadowBytes& data, std::size_t call, const EncodedLiteral& literal, std::size_t at) const;
    /// Where the literal of an argument really is; nothing where the argument is a result.
    [[nodiscard]] std::optional<LiteralAddress> address_of(
        std::size_t call, std::size_t argument, std::size_t element) const;
    /// The variable of a literal, made when it is first met.
    [[nodiscard]] ExpressionId variable(
        const LiteralAddress& address, symbolic::Variable made, const Value& literal);
    [[nodiscard]] std::string name_of(const LiteralAddress& address) const;
    /// A word of 256 bits that is a bounded integer.
    [[nodiscard]] ExpressionId bounded(std::size_t call, std::size_t parameter, const Value& value);
    /// One of the first `count` accounts as a word; invalid where the literal has no
    /// LiteralAddress.
    [[nodiscard]] ExpressionId account(const std::optional<LiteralAddress>& address,
        const Value& value, std::span<const U256> addresses, std::size_t count);
    void put(TransactionShadow& shadow, std::size_t call, const EncodedLiteral& literal,
        std::span<const U256> addresses, std::size_t data_offset);
    /// As a word of 256 bits.
    [[nodiscard]] ExpressionId length_of(ExpressionId text);
    /// Bytes of the call data that hang on the length of a text.
    /// @param now how many the run has
    void add_text_bytes(TransactionShadow& shadow, ExpressionId bytes, std::size_t now);
    /// A text of fixed size: one word.
    void put_fixed_text(
        ShadowBytes& data, const LiteralAddress& address, const Value& value, std::size_t at);
    /// The bytes of a text; returns it.
    ExpressionId put_text(
        ShadowBytes& data, const LiteralAddress& address, const Value& value, std::size_t at);
    [[nodiscard]] ExpressionId step(ExpressionId sum, std::size_t call,
        const std::optional<std::size_t>& parameter, std::uint64_t always,
        std::span<const Value> values);
    [[nodiscard]] ExpressionGraph& graph() { return m_run->graph; }

    const ContractSurface* m_surface;
    const Artifact* m_artifact;
    std::size_t m_address_count = 0;
    std::size_t m_max_text_length;
    const TestCase* m_test = nullptr;
    symbolic::SymbolicRun* m_run = nullptr;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, ExpressionId> m_variables;
    std::map<std::size_t, KeptResult> m_results;  // by call
    // Time and number of the block of the last call.
    ExpressionId m_timestamp;
    ExpressionId m_block;
};

}  // namespace sbst::evm
