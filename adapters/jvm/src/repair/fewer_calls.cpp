// SPDX-License-Identifier: Apache-2.0
#include "fewer_calls.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

namespace sbst::jvm::detail
{

FewerCalls without_calls(const TestCase& test, const std::set<std::size_t>& lost)
{
    FewerCalls fewer;
    std::vector<std::size_t> places(test.calls.size(), test.calls.size());
    for (std::size_t i = 0; i < test.calls.size(); ++i)
    {
        Call call = test.calls[i];
        for (Argument& argument : call.arguments)
        {
            argument = resolve(test, argument);
        }
        const bool is_lost =
            lost.contains(i) ||
            std::any_of(
                call.arguments.begin(), call.arguments.end(), [&](const Argument& argument) {
                    const auto* result = std::get_if<ResultRef>(&argument);
                    return result != nullptr && places[result->call] == test.calls.size();
                });
        if (is_lost)
        {
            continue;
        }
        for (Argument& argument : call.arguments)
        {
            if (auto* result = std::get_if<ResultRef>(&argument))
            {
                result->call = static_cast<std::uint32_t>(places[result->call]);
            }
        }
        places[i] = fewer.test.calls.size();
        fewer.calls.push_back(i);
        fewer.test.calls.push_back(std::move(call));
    }
    return fewer;
}

}  // namespace sbst::jvm::detail
