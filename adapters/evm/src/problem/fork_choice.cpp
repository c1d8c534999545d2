// SPDX-License-Identifier: Apache-2.0
#include <sbst/evm/problem/fork_choice.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace sbst::evm
{

namespace
{

constexpr auto oldest = static_cast<Fork>(0);
constexpr auto newest = static_cast<Fork>(fork_count - 1);

/// solc's names of versions before the oldest known fork.
constexpr std::array<std::string_view, 3> ancient{
    "homestead", "tangerineWhistle", "spuriousDragon"};

std::string release_of(const Compiler& compiler)
{
    return compiler.version.substr(0, compiler.version.find_first_of("+-"));
}

}  // namespace

ForkChoice choose_fork(const Compiler& compiler, std::optional<Fork> asked)
{
    const std::string version = compiler.target_evm_version();
    if (asked)
    {
        return {*asked, "asked for"};
    }
    if (version.empty())
    {
        return {Fork::cancun, "the compiler is not known"};
    }
    const bool is_default = compiler.evm_version.empty();
    if (const std::optional<Fork> fork = parse_fork(version))
    {
        return {*fork, is_default ? "default of solc " + release_of(compiler) :
                                    "from the artifact's settings"};
    }
    const bool is_ancient = std::find(ancient.begin(), ancient.end(), version) != ancient.end();
    return {is_ancient ? oldest : newest,
        fmt::format("the {} known; {} {}", is_ancient ? "oldest" : "newest",
            is_default ? fmt::format("solc {} makes code for", release_of(compiler)) :
                         "the artifact's settings name",
            version)};
}

}  // namespace sbst::evm
