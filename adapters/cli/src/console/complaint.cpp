// SPDX-License-Identifier: Apache-2.0
#include "complaint.hpp"

#include <sbst/error.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <ios>
#include <new>
#include <system_error>

namespace sbst::cli
{

namespace
{

/// Threads and processes are refused for the same reasons as memory.
bool is_shortage(const std::error_code& code)
{
    return code == std::errc::not_enough_memory ||
           code == std::errc::resource_unavailable_try_again;
}

/// A defect of ours may quote several lines of another program's output.
Complaint defect(std::string_view problem)
{
    return {ExitCode::internal, fmt::format("internal: {}", problem)};
}

/// Allocates no memory when there is nothing to add.
Complaint shortage(const std::bad_alloc& error)
{
    const std::string_view plain = std::bad_alloc().what();
    return {ExitCode::memory, std::string(error.what() == plain ? out_of_memory : error.what())};
}

}  // namespace

Complaint complaint_of(const std::exception_ptr& failure)
{
    try
    {
        std::rethrow_exception(failure);
    }
    catch (const ConfigError& error)
    {
        return {ExitCode::usage, error.what()};
    }
    catch (const ParseError& error)
    {
        return {ExitCode::input, error.what()};
    }
    catch (const IoError& error)
    {
        return {ExitCode::io, error.what()};
    }
    catch (const std::bad_alloc& error)
    {
        return shortage(error);
    }
    catch (const std::filesystem::filesystem_error& error)
    {
        return {ExitCode::io,
            fmt::format("'{}' cannot be used: {}", error.path1().string(), error.code().message())};
    }
    catch (const std::ios_base::failure& error)
    {
        return {ExitCode::io, fmt::format("a file cannot be read: {}", error.what())};
    }
    catch (const std::system_error& error)
    {
        return is_shortage(error.code()) ? shortage(std::bad_alloc()) : defect(error.what());
    }
    catch (const std::exception& error)
    {
        return defect(error.what());
    }
    catch (...)
    {
        return defect("unknown exception");
    }
}

}  // namespace sbst::cli
