// SPDX-License-Identifier: Apache-2.0
#include <sbst/base/whole_file.hpp>
#include <sbst/error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sbst
{

void fail_writing(const std::string& file, int error)
{
    throw IoError(
        fmt::format("cannot write '{}': {}", file, std::generic_category().message(error)));
}

WritableFile::WritableFile(const std::string& name, std::string shown, int flags)
  : m_shown(std::move(shown)), m_file(open_file(name, O_WRONLY | flags))
{
    check(m_file.is_open());
}

void WritableFile::write(std::string_view content) const
{
    check(write_all(m_file.get(), content));
}

void WritableFile::flush() const
{
    check(::fsync(m_file.get()) == 0);
}

void WritableFile::close()
{
    check(m_file.close());
}

void WritableFile::check(bool is_good) const
{
    if (!is_good)
    {
        fail_writing(m_shown, errno);
    }
}

FileDraft::FileDraft(std::string target, std::string name)
  : m_target(std::move(target)),
    m_name(std::move(name)),
    m_file(m_name, m_target, O_CREAT | O_TRUNC)
{}

FileDraft::~FileDraft()
{
    if (!m_is_placed)
    {
        ::unlink(m_name.c_str());
    }
}

void FileDraft::place()
{
    if (::rename(m_name.c_str(), m_target.c_str()) != 0)
    {
        fail_writing(m_target, errno);
    }
    m_is_placed = true;
}

bool FileDraft::place_as_first() const
{
    if (::link(m_name.c_str(), m_target.c_str()) == 0)
    {
        return true;
    }
    if (errno != EEXIST)
    {
        fail_writing(m_target, errno);
    }
    return false;
}

}  // namespace sbst
