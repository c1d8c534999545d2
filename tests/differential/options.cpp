// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <utility>

namespace sbst::evm::differential
{

namespace
{

std::uint64_t parse_number(std::string_view name, std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
    {
        throw ConfigError{fmt::format("{}: '{}' found, a number expected", name, text)};
    }
    return number;
}

Fork parse_fork_name(std::string_view name, std::string_view text)
{
    const std::optional<Fork> fork = parse_fork(text);
    if (!fork)
    {
        throw ConfigError{
            fmt::format("{}: '{}' found, a fork from byzantium to prague expected", name, text)};
    }
    return *fork;
}

void set(Options& options, std::string_view name, std::string_view value)
{
    if (name == "--programs")
    {
        options.programs = parse_number(name, value);
    }
    else if (name == "--seed")
    {
        options.seed = parse_number(name, value);
    }
    else if (name == "--first")
    {
        options.first = parse_number(name, value);
    }
    else if (name == "--fork")
    {
        options.fork = parse_fork_name(name, value);
    }
    else if (name == "--subject-fork")
    {
        options.subject_fork = parse_fork_name(name, value);
    }
    else if (name == "--replay")
    {
        options.replay = value;
    }
    else if (name == "--save")
    {
        options.save = value;
    }
    else if (name == "--node")
    {
        options.node = value;
    }
    else
    {
        throw ConfigError{fmt::format("there is no option '{}'; see --help", name)};
    }
}

}  // namespace

Options parse_options(std::span<const char* const> words, std::filesystem::path node)
{
    Options options;
    options.node = std::move(node);
    for (std::size_t i = 0; i < words.size(); i += 2)
    {
        const std::string_view name = words[i];
        if (name == "--help")
        {
            options.asks_for_help = true;
            return options;
        }
        if (i + 1 == words.size())
        {
            throw ConfigError{fmt::format("{} needs a value; see --help", name)};
        }
        set(options, name, words[i + 1]);
    }
    return options;
}

const char* usage() noexcept
{
    return R"(Runs generated programs by our executor and by @ethereumjs/vm, and compares each step.

  --programs N         how many (200)
  --seed S             programs of one seed are the same everywhere (1)
  --first I            number of the first program (0): repeats one that failed
  --fork F             byzantium to prague; all in turn by default
  --subject-fork F     what our side runs instead, to see the comparison fail
  --save FILE          where a shrunk failing program goes, as a general state test
  --replay FILE        run the program of such a file, nothing else
  --node PATH          Node.js 20 or later; by default the one that npm installed

Exit status: 0 no divergence, 1 a divergence, 2 wrong usage or a broken peer, 77 no peer here.
)";
}

}  // namespace sbst::evm::differential
