// SPDX-License-Identifier: Apache-2.0
#include "process_id.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace sbst::study
{

namespace
{

constexpr char separator = '/';

std::string first_line(const std::string& file)
{
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

/// Field 22 of /proc/PID/stat; 0 when there is no process. A zombie counts as no process.
unsigned long long began_at(long pid)
{
    const std::string line = first_line(fmt::format("/proc/{}/stat", pid));
    // The second field, a name in parentheses, may hold spaces and parentheses.
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos)
    {
        return 0;
    }
    std::istringstream fields(line.substr(name_end + 1));
    constexpr int fields_before = 18;
    std::string field;
    fields >> field;
    if (field == "Z" || field == "X")
    {
        return 0;
    }
    for (int i = 0; i < fields_before; ++i)
    {
        fields >> field;
    }
    unsigned long long ticks = 0;
    fields >> ticks;
    return ticks;
}

/// `pid:[4026531836]`.
std::string space_of_numbers()
{
    constexpr std::size_t longest = 64;
    std::array<char, longest> name{};
    const ssize_t size = ::readlink("/proc/self/ns/pid", name.data(), name.size());
    return {name.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

template <class Number>
bool parse_whole(std::string_view text, Number& value)
{
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && stop == text.data() + text.size();
}

std::vector<std::string_view> split(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = text.find(separator); at != std::string_view::npos;
         at = text.find(separator))
    {
        parts.push_back(text.substr(0, at));
        text.remove_prefix(at + 1);
    }
    parts.push_back(text);
    return parts;
}

/// Tells whether both numbers are from one number space and can be compared.
bool is_near(const ProcessId& process, const ProcessId& self)
{
    return process.host == self.host && process.boot == self.boot && process.space == self.space &&
           !self.boot.empty() && !self.space.empty();
}

}  // namespace

ProcessId this_process()
{
    constexpr std::size_t longest_name = 256;
    std::array<char, longest_name> host{};
    static_cast<void>(::gethostname(host.data(), host.size() - 1));
    ProcessId process;
    process.host = host.data();
    std::replace(process.host.begin(), process.host.end(), separator, '_');
    process.boot = first_line("/proc/sys/kernel/random/boot_id");
    process.space = space_of_numbers();
    process.pid = ::getpid();
    process.began = began_at(process.pid);
    return process;
}

std::string to_text(const ProcessId& process)
{
    return fmt::format(
        "{}/{}/{}/{}/{}", process.host, process.boot, process.space, process.pid, process.began);
}

std::optional<ProcessId> parse_process(std::string_view text)
{
    const std::vector<std::string_view> parts = split(text.substr(0, text.find('\n')));
    ProcessId process;
    constexpr std::size_t part_count = 5;
    if (parts.size() != part_count || !parse_whole(parts[3], process.pid) ||
        !parse_whole(parts[4], process.began) || process.pid <= 0)
    {
        return std::nullopt;
    }
    process.host = parts[0];
    process.boot = parts[1];
    process.space = parts[2];
    return process;
}

bool is_gone(const ProcessId& process)
{
    const ProcessId self = this_process();
    if (!is_near(process, self))
    {
        return false;
    }
    const unsigned long long began = began_at(process.pid);
    // Without /proc only the number can be checked.
    return self.began == 0 ? ::kill(static_cast<pid_t>(process.pid), 0) != 0 && errno == ESRCH :
                             began != process.began;
}

bool is_alive(const ProcessId& process)
{
    return process.began != 0 && is_near(process, this_process()) &&
           began_at(process.pid) == process.began;
}

}  // namespace sbst::study
