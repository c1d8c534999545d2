// SPDX-License-Identifier: Apache-2.0
// File descriptors that are closed with their owner. Next: whole_file.hpp, read_text.hpp.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

namespace sbst
{

class Descriptor
{
public:
    Descriptor() = default;
    /// Takes the result of a system call; negative = no descriptor.
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() { reset(); }
    Descriptor(Descriptor&& other) noexcept : m_number(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const { return m_number; }
    [[nodiscard]] bool is_open() const { return m_number >= 0; }
    [[nodiscard]] int release() noexcept;
    void reset() noexcept;
    /// Closes it and tells whether that succeeded; otherwise errno is set.
    [[nodiscard]] bool close() noexcept;

private:
    int m_number = -1;
};

/// Opens a file for this process only (O_CLOEXEC); on failure the result is not open and errno is
/// set. The umask applies to the mode of a new file.
[[nodiscard]] Descriptor open_file(const std::string& name, int flags, mode_t mode = 0666);

/// Both ends of a pipe, for this process only.
struct Pipe
{
    Descriptor reading;
    Descriptor writing;
};

/// Makes a pipe; on failure the ends are not open and errno is set.
[[nodiscard]] Pipe make_pipe();

/// Writes everything, despite interruptions; on failure returns false and errno is set.
[[nodiscard]] bool write_all(int file, std::string_view content);

}  // namespace sbst
