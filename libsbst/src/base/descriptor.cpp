// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/descriptor.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace sbst
{

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    if (this != &other)
    {
        reset();
        m_number = other.release();
    }
    return *this;
}

int Descriptor::release() noexcept
{
    return std::exchange(m_number, -1);
}

void Descriptor::reset() noexcept
{
    static_cast<void>(close());
}

bool Descriptor::close() noexcept
{
    const int number = release();
    return number < 0 || ::close(number) == 0;
}

Descriptor open_file(const std::string& name, int flags, mode_t mode)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg,hicpp-vararg): POSIX has no other open
    return Descriptor(::open(name.c_str(), flags | O_CLOEXEC, mode));
}

Pipe make_pipe()
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    {
        return {};
    }
    return {.reading = Descriptor(ends[0]), .writing = Descriptor(ends[1])};
}

bool write_all(int file, std::string_view content)
{
    while (!content.empty())
    {
        const ssize_t count = ::write(file, content.data(), content.size());
        if (count >= 0)
        {
            content.remove_prefix(static_cast<std::size_t>(count));
        }
        else if (errno != EINTR)
        {
            return false;
        }
    }
    return true;
}

}  // namespace sbst
