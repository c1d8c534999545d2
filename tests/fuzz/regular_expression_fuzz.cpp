// SPDX-License-Identifier: Apache-2.0
// Regular expressions of foreign code: texts that match them are few, short, different and UTF-8.
#include "fuzz.hpp"

#include <sbst/base/utf8.hpp>
#include <sbst/seeding/regular_expression.hpp>

#include <set>
#include <string>
#include <vector>

using namespace sbst;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t wanted = 4;
    constexpr std::size_t longest = 1000;
    const std::string expression(data, data + size);
    Rng rng(1);
    const std::vector<std::string> texts = matching_texts(expression, wanted, rng);
    require(texts.size() <= wanted, "no more texts than asked for");
    require(std::set<std::string>(texts.begin(), texts.end()).size() == texts.size(),
        "texts are different");
    for (const std::string& text : texts)
    {
        require(!text.empty() && text.size() <= longest, "texts are short");
        require(is_utf8(text), "texts are UTF-8");
    }
    return 0;
}
