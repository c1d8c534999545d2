// SPDX-License-Identifier: Apache-2.0
// The four errors that libsbst throws. What the *subject* does wrong is data (see
// problem/trace.hpp), never an exception.
#pragma once

#include <stdexcept>
#include <string>

namespace sbst
{

/// Base of every exception that libsbst throws.
struct Error : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Reports options or configuration that cannot be used: what, value found, what was expected.
struct ConfigError : Error
{
    using Error::Error;
};

/// Reports foreign input that cannot be read (artifact, ABI, suite, YAML).
///
/// `what()` reads `FILE: PLACE: PROBLEM`; place is a line, an offset or the path of a field, and
/// may be empty.
struct ParseError : Error
{
    ParseError(std::string file_name, std::string place_in_file, const std::string& problem);

    std::string file;
    std::string place;
};

/// Reports what the system refuses: a file that cannot be read or written (no permission, a full or
/// read-only disk), a pipe or a process that cannot be had. Other words would not help, and no
/// input is wrong; what() names the thing and the system's reason.
struct IoError : Error
{
    using Error::Error;
};

/// Reports that an adapter or its harness broke: never the subject's fault.
struct AdapterError : Error
{
    using Error::Error;
};

}  // namespace sbst
