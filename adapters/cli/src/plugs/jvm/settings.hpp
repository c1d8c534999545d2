// SPDX-License-Identifier: Apache-2.0
// Settings for Java classes. Next: options.cpp for its rows.
#pragma once

#include "../../options/settings.hpp"

#include <sbst/jvm/surface/java_surface.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbst::cli
{

struct JvmSettings
{
    /// Jars and folders; an entry may hold several, separated by colons.
    std::vector<std::string> class_path;
    std::string class_name;
    std::string method;
    std::string package;
    int junit = 5;
    std::string java;
    std::string tools;
    std::string jars;
    std::uint64_t heap_megabytes = 256;
    std::uint64_t probe_budget = 100'000;
    std::uint64_t test_limit_ms = 50;
    jvm::StandIns stand_ins = jvm::StandIns::plain;
    /// For analyze: the goal whose construction graph is shown.
    std::optional<std::uint64_t> construction_graph;
    /// The file for it; empty = it is shown as text.
    std::string dot;
    /// Limit for the whole command.
    std::optional<std::chrono::duration<double>> deadline;
};

/// Its part of all settings, which may be const.
template <class AnySettings>
[[nodiscard]] auto& jvm_of(AnySettings& settings)
{
    return settings.plugs.template of<JvmSettings>();
}

}  // namespace sbst::cli
