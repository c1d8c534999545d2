// SPDX-License-Identifier: Apache-2.0
#include "rewritten_classes.hpp"

#include "memory_file.hpp"

#include <utility>

namespace sbst::jvm
{

std::shared_ptr<const Descriptor> RewrittenClasses::Impl::memory(
    const WorkerSettings& settings, const SubjectPlan& plan)
{
    // Pages exist once they are written.
    constexpr std::size_t bytes = std::size_t{64} << 20U;
    std::vector<std::filesystem::path> source{settings.java_home, settings.runtime_jar};
    source.insert(source.end(), plan.class_path.begin(), plan.class_path.end());
    std::shared_ptr<const Descriptor>& memory = by_source[std::move(source)];
    if (!memory)
    {
        memory = std::make_shared<const Descriptor>(make_memory_file("sbst-jvm-rewritten", bytes));
    }
    return memory;
}

RewrittenClasses::RewrittenClasses() : m_impl(std::make_unique<Impl>()) {}

RewrittenClasses::~RewrittenClasses() = default;

}  // namespace sbst::jvm
