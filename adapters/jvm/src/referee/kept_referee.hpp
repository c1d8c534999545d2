// SPDX-License-Identifier: Apache-2.0
// The program that a KeptReferee holds between two judgements.
#pragma once

#include "referee_process.hpp"

#include <sbst/jvm/referee/kept_referee.hpp>

#include <filesystem>
#include <memory>

namespace sbst::jvm
{

struct KeptReferee::Impl
{
    /// The kept program if it is that one and runs still, else a new one.
    /// @throws AdapterError when a new one cannot be started.
    [[nodiscard]] std::unique_ptr<detail::RefereeProcess> take(
        Program program, const std::filesystem::path& scratch);
    void leave(std::unique_ptr<detail::RefereeProcess> left);

    std::unique_ptr<detail::RefereeProcess> process;
};

}  // namespace sbst::jvm
