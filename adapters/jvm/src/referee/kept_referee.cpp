// SPDX-License-Identifier: Apache-2.0
#include "kept_referee.hpp"

#include <utility>

namespace sbst::jvm
{

std::unique_ptr<detail::RefereeProcess> KeptReferee::Impl::take(
    Program program, const std::filesystem::path& scratch)
{
    std::unique_ptr<detail::RefereeProcess> kept = std::move(process);
    if (kept && kept->words() == program.words && kept->is_running())
    {
        return kept;
    }
    return std::make_unique<detail::RefereeProcess>(std::move(program), scratch);
}

void KeptReferee::Impl::leave(std::unique_ptr<detail::RefereeProcess> left)
{
    process = std::move(left);
}

KeptReferee::KeptReferee() : m_impl(std::make_unique<Impl>()) {}

KeptReferee::~KeptReferee() = default;

bool KeptReferee::is_there() const
{
    return m_impl->process != nullptr;
}

}  // namespace sbst::jvm
