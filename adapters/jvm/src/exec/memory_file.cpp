// SPDX-License-Identifier: Apache-2.0
#include "memory_file.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sbst::jvm
{

Descriptor make_memory_file(const char* name, std::size_t size)
{
    Descriptor file(memfd_create(name, MFD_CLOEXEC));
    if (!file.is_open() || ftruncate(file.get(), static_cast<off_t>(size)) != 0)
    {
        fail_to("make shared memory");
    }
    return moved_up(std::move(file));
}

Descriptor moved_up(Descriptor file)
{
    constexpr int first_free = 64;
    Descriptor moved(fcntl(file.get(), F_DUPFD_CLOEXEC, first_free));
    if (!moved.is_open())
    {
        fail_to("duplicate a descriptor");
    }
    return moved;
}

void fail_to(const char* action)
{
    const int error = errno;
    throw AdapterError(
        fmt::format("jvm worker: cannot {}: {}", action, std::generic_category().message(error)));
}

}  // namespace sbst::jvm
