// SPDX-License-Identifier: Apache-2.0
// The six components of guided random testing, by name: options, listings and studies are made from
// it. Next: options.hpp.
#pragma once

#include <sbst/guided/options.hpp>

#include <array>
#include <string_view>

namespace sbst
{

struct GuidedComponent
{
    /// On the command line and in studies; lower case.
    std::string_view name;
    /// Its switch.
    bool GuidedOptions::*option;
    /// One sentence without a full stop.
    std::string_view summary;
};

/// In the order of the paper. Source: Ma et al., ASE 2015 (GRT), section III.
inline constexpr std::array<GuidedComponent, 6> guided_components{{
    {"constant-mining", &GuidedOptions::constant_mining,
        "constants of the code around the subject, by weight"},
    {"impurity", &GuidedOptions::impurity,
        "small changes of earlier literals, and calls that write to objects of the pool"},
    {"elephant-brain", &GuidedOptions::elephant_brain,
        "objects keep the type that they had at run time, and are cast"},
    {"detective", &GuidedOptions::detective, "all visible code is searched for what makes a type"},
    {"orienteering", &GuidedOptions::orienteering,
        "cheap and rarely used sequences are drawn more often"},
    {"bloodhound", &GuidedOptions::bloodhound, "methods with open goals are drawn more often"},
}};

}  // namespace sbst
