// SPDX-License-Identifier: Apache-2.0
#include "kept_workers.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sbst::jvm
{

std::unique_ptr<WorkerDriver> KeptWorkers::Impl::take(const Launch& launch)
{
    // The one that was left last has the most recent messages.
    const auto found = std::find_if(drivers.rbegin(), drivers.rend(),
        [&](const auto& driver) { return driver->launch() == launch; });
    if (found == drivers.rend())
    {
        return nullptr;
    }
    std::unique_ptr<WorkerDriver> driver = std::move(*found);
    drivers.erase(std::next(found).base());
    return driver;
}

void KeptWorkers::Impl::leave(std::unique_ptr<WorkerDriver> driver)
{
    if (most == 0 || !driver->is_free())
    {
        return;
    }
    if (drivers.size() == most)
    {
        drivers.pop_front();
    }
    drivers.push_back(std::move(driver));
}

KeptWorkers::KeptWorkers(std::size_t most) : m_impl(std::make_unique<Impl>(most)) {}

KeptWorkers::~KeptWorkers() = default;

std::size_t KeptWorkers::size() const
{
    return m_impl->drivers.size();
}

std::shared_ptr<KeptWorkers> detail::keeper_for(const WorkerSettings& settings)
{
    constexpr std::size_t most_on_an_occasion = 2;
    return settings.kept ?
               settings.kept :
               std::make_shared<KeptWorkers>(2 * std::min(settings.jobs, most_on_an_occasion));
}

}  // namespace sbst::jvm
