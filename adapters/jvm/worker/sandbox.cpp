// SPDX-License-Identifier: Apache-2.0
#include "sandbox.hpp"

#include "../src/exec/shared_block.hpp"
#include "system_call_filter.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sbst::jvm
{

namespace
{

// Debian 12's headers only have version 1; the numbers of later ones are part of the kernel's
// interface.
constexpr std::uint64_t refer_right = std::uint64_t{1} << 13U;
constexpr std::uint64_t truncate_right = std::uint64_t{1} << 14U;
constexpr long version_with_refer = 2;
constexpr long version_with_truncate = 3;
constexpr std::uint64_t file_rights = LANDLOCK_ACCESS_FS_WRITE_FILE | truncate_right;
constexpr std::uint64_t writing_rights =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM;

/// The largest file that a test may write: a full disk would harm others.
constexpr rlim_t most_file_bytes = rlim_t{64} << 20U;

bool allow_below(int rules, const char* path, std::uint64_t rights)
{
    const int folder = open(path, O_PATH | O_CLOEXEC);
    if (folder < 0)
    {
        return false;
    }
    const landlock_path_beneath_attr rule{rights, folder};
    const long result = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(folder);
    return result == 0;
}

bool enter_landlock(const std::string& scratch)
{
    const long version =
        syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
    {
        return false;
    }
    std::uint64_t rights = writing_rights;
    rights |= version >= version_with_refer ? refer_right : 0;
    rights |= version >= version_with_truncate ? truncate_right : 0;
    landlock_ruleset_attr attributes{};
    attributes.handled_access_fs = rights;
    const auto rules =
        static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0));
    if (rules < 0)
    {
        return false;
    }
    const bool is_entered = allow_below(rules, scratch.c_str(), rights) &&
                            allow_below(rules, "/dev/null", rights & file_rights) &&
                            syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return is_entered;
}

bool write_file(const char* path, const std::string& text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool is_written =
        file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    return is_written;
}

bool set_read_only(const char* path, unsigned flags, bool is_read_only)
{
    struct MountAttributes
    {
        std::uint64_t set = 0;
        std::uint64_t clear = 0;
        std::uint64_t propagation = 0;
        std::uint64_t user_namespace = 0;
    } attributes;
    constexpr std::uint64_t read_only = 1;
    (is_read_only ? attributes.set : attributes.clear) = read_only;
    return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof(attributes)) == 0;
}

/// Enters a namespace whose mounts are all read-only except the one on the scratch folder.
bool enter_read_only_mounts(const std::string& scratch)
{
    constexpr unsigned recursively = 0x8000;
    const std::string user = std::to_string(getuid());
    const std::string group = std::to_string(getgid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0 ||
        !write_file("/proc/self/uid_map", user + " " + user + " 1") ||
        !write_file("/proc/self/setgroups", "deny") ||
        !write_file("/proc/self/gid_map", group + " " + group + " 1"))
    {
        return false;
    }
    return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           mount(scratch.c_str(), scratch.c_str(), nullptr, MS_BIND, nullptr) == 0 &&
           set_read_only("/", recursively, true) && set_read_only(scratch.c_str(), 0, false);
}

void limit_resources()
{
    const rlimit none{0, 0};
    const rlimit file{most_file_bytes, most_file_bytes};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &file);
    // A write beyond the limit fails; it must not kill the process.
    (void)std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace

unsigned enter_sandbox(const SandboxOptions& options)
{
    limit_resources();
    const bool has_no_new_rights = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    unsigned missing = 0;
    const bool is_file_safe =
        (options.use_landlock && has_no_new_rights && enter_landlock(options.scratch)) ||
        (options.use_mounts && enter_read_only_mounts(options.scratch));
    if (!is_file_safe)
    {
        missing |= static_cast<unsigned>(SandboxNote::files_are_writable);
    }
    if (!options.use_filter || !has_no_new_rights || !enter_system_call_filter())
    {
        missing |= static_cast<unsigned>(SandboxNote::system_calls_are_free);
    }
    return missing;
}

}  // namespace sbst::jvm
