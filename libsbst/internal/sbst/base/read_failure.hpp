// SPDX-License-Identifier: Apache-2.0
// Turns a failure to read a file into an exception.
#pragma once

#include <sbst/base/read_text.hpp>
#include <sbst/error.hpp>

#include <cerrno>
#include <string>
#include <system_error>

namespace sbst
{

/// Tells whether the system refuses an existing file; other errors are caused by the name.
[[nodiscard]] inline bool is_refusal(int error)
{
    return error != 0 && error != ENOENT && error != ENOTDIR && error != EISDIR &&
           error != ENAMETOOLONG && error != ELOOP;
}

/// Reports the error of that number.
/// @throws ParseError when the name is wrong (no file, or a folder), IoError when the system
/// refuses the file.
[[noreturn]] inline void fail_reading(const std::string& name, int error)
{
    const std::string reason = std::generic_category().message(error);
    if (is_refusal(error))
    {
        throw IoError("cannot read '" + name + "': " + reason);
    }
    throw ParseError(name, "", "cannot be read" + (error == 0 ? std::string() : ": " + reason));
}

/// The same for a result of read_text() without a text.
[[noreturn]] inline void fail_reading(const std::string& name, const ReadText& read)
{
    if (is_refusal(read.error))
    {
        fail_reading(name, read.error);
    }
    throw ParseError(name, "", "cannot be read: " + read.problem);
}

}  // namespace sbst
