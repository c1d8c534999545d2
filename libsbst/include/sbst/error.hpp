// SPDX-License-Identifier: Apache-2.0
// The errors that libsbst throws. Misbehaviour of the *subject* is data (see problem/trace.hpp),
// never an exception.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace sbst
{

/// Base of every exception that libsbst throws.
struct Error : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Reports options or configuration that cannot be used: the option, the value found and what was
/// expected.
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

/// Reports a refusal of the operating system: a file that cannot be read or written (no permission,
/// a full or read-only disk), a pipe or a process that cannot be created. No input is wrong; what()
/// names the thing and the system's reason.
struct IoError : Error
{
    using Error::Error;
};

/// Reports that an adapter or its harness broke: never the subject's fault.
struct AdapterError : Error
{
    using Error::Error;
};

/// Reports that a process of an adapter's harness ran out of memory; what() is the text of the
/// process that noticed it. Unlike any other std::bad_alloc, it does not mean that this process
/// lacks memory.
class OutOfMemory : public std::bad_alloc
{
public:
    explicit OutOfMemory(std::string text) : m_text(std::move(text)) {}

    [[nodiscard]] const char* what() const noexcept override { return m_text.c_str(); }

private:
    std::string m_text;
};

/// Does work that needs an adapter's harness and catches the failure of the harness: it broke, or
/// the system refuses what it needs. Results found before stay valid.
/// @return what broke (AdapterError, IoError or OutOfMemory), or nothing; other errors are passed
/// on.
template <class Work>
[[nodiscard]] std::exception_ptr failure_of_harness(const Work& work)
{
    try
    {
        work();
        return nullptr;
    }
    catch (const AdapterError&)
    {
        return std::current_exception();
    }
    catch (const IoError&)
    {
        return std::current_exception();
    }
    catch (const OutOfMemory&)
    {
        return std::current_exception();
    }
}

/// The text of an error; empty without an error.
[[nodiscard]] inline std::string text_of(const std::exception_ptr& failure)
{
    try
    {
        if (failure)
        {
            std::rethrow_exception(failure);
        }
    }
    catch (const std::exception& error)
    {
        return error.what();
    }
    return "";
}

}  // namespace sbst
