// SPDX-License-Identifier: Apache-2.0
#include "kept_referee.hpp"

#include <utility>

namespace sbst::jvm
{

std::unique_ptr<detail::RefereeProcess> KeptReferee::Impl::take(
    Program program, const std::filesystem::path& scratch)
{
    std::unique_ptr<detail::RefereeProcess> kept = std::move(process);
    if (kept && kept->program().words == program.words &&
        kept->program().environment == program.environment && kept->is_running())
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

std::size_t KeptReferee::judgements() const
{
    return m_impl->process && m_impl->process->is_running() ? m_impl->process->requests() : 0;
}

}  // namespace sbst::jvm
