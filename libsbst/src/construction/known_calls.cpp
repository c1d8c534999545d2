// SPDX-License-Identifier: Apache-2.0
#include <sbst/construction/known_calls.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace sbst
{

void KnownCalls::note(const TestCase& test, const Trace& trace)
{
    const std::size_t count = std::min(test.calls.size(), trace.calls.size());
    for (std::size_t i = 0; i < count; ++i)
    {
        if (trace.calls[i].kind != OutcomeKind::returned)
        {
            continue;
        }
        Arguments arguments;
        for (const Argument& argument : test.calls[i].arguments)
        {
            const auto* const value = std::get_if<Value>(&resolve(test, argument));
            arguments.push_back(value != nullptr ? std::optional(*value) : std::nullopt);
        }
        Ring& ring = m_rings[test.calls[i].callable];
        if (std::find(ring.calls.begin(), ring.calls.end(), arguments) != ring.calls.end())
        {
            continue;
        }
        if (ring.calls.size() < most)
        {
            ring.calls.push_back(std::move(arguments));
        }
        else
        {
            ring.calls[ring.next] = std::move(arguments);
            ring.next = (ring.next + 1) % most;
        }
    }
}

const KnownCalls::Arguments* KnownCalls::draw(CallableId callable, Rng& rng) const
{
    const auto found = m_rings.find(callable);
    return found == m_rings.end() ? nullptr :
                                    &found->second.calls[rng.index(found->second.calls.size())];
}

}  // namespace sbst
