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
    /// Takes what a system call returned: negative = none.
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
    /// Closes it and tells whether that went well; errno says what did not.
    [[nodiscard]] bool close() noexcept;

private:
    int m_number = -1;
};

/// Opens a file for this process alone (O_CLOEXEC); not open, with errno, where that fails. The
/// umask takes from the mode of a new file.
[[nodiscard]] Descriptor open_file(const std::string& name, int flags, mode_t mode = 0666);

/// Both ends of a pipe, of this process alone.
struct Pipe
{
    Descriptor reading;
    Descriptor writing;
};

/// Makes a pipe; not open, with errno, where that fails.
[[nodiscard]] Pipe make_pipe();

/// Writes everything, however often that is interrupted; false, with errno, where it fails.
[[nodiscard]] bool write_all(int file, std::string_view content);

}  // namespace sbst
