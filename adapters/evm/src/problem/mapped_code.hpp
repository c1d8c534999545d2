// SPDX-License-Identifier: Apache-2.0
// Instructions by the part of the source from which the compiler made them. Next: mutants.cpp.
#pragma once

#include <sbst/evm/analysis/contract_analysis.hpp>
#include <sbst/evm/artifact/artifact.hpp>
#include <sbst/evm/exec/opcode.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace sbst::evm
{

/// File, start and length: the order of the source.
using SpanKey = std::tuple<std::int32_t, std::int32_t, std::int32_t>;
[[nodiscard]] inline SpanKey key_of(const SourceSpan& span)
{
    return {span.file, span.start, span.length};
}

/// An instruction of the runtime code.
struct CodePoint
{
    std::uint32_t pc = 0;
    std::uint8_t opcode = 0;
    /// A jump into a function.
    bool enters = false;

    [[nodiscard]] bool is(Op op) const { return opcode == static_cast<std::uint8_t>(op); }
};

/// The reachable runtime code by exactly mapped span, then by basic block, in order.
class MappedCode
{
public:
    MappedCode(const Artifact& artifact, const ContractAnalysis& runtime);

    [[nodiscard]] bool has(const SourceSpan& span) const { return m_code.contains(key_of(span)); }

    /// In each block with instructions of the span, the last one of which `is_wanted` is true.
    template <class Wanted>
    [[nodiscard]] std::vector<CodePoint> last(const SourceSpan& span, Wanted is_wanted) const
    {
        return choose(span, [&](const std::vector<CodePoint>& points) -> const CodePoint* {
            const auto found = std::find_if(points.rbegin(), points.rend(), is_wanted);
            return found == points.rend() ? nullptr : &*found;
        });
    }

    /// One instruction or null per block, as `choice` says.
    template <class Choice>
    [[nodiscard]] std::vector<CodePoint> choose(const SourceSpan& span, Choice choice) const
    {
        std::vector<CodePoint> chosen;
        if (const auto code = m_code.find(key_of(span)); code != m_code.end())
        {
            for (const auto& [block, points] : code->second)
            {
                if (const CodePoint* const point = choice(points))
                {
                    chosen.push_back(*point);
                }
            }
        }
        return chosen;
    }

private:
    std::map<SpanKey, std::map<std::uint32_t, std::vector<CodePoint>>> m_code;
};

}  // namespace sbst::evm
