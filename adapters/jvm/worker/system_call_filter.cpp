// SPDX-License-Identifier: Apache-2.0
#include "system_call_filter.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace sbst::jvm
{

namespace
{

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = 0;
#endif
/// Numbers from here on belong to x86's other interface, which we do not use.
constexpr std::uint32_t first_foreign_number = 0x40000000;

/// Fail with EPERM: programs, sockets, other processes, mounts, keys, kernel, clocks, and changes
/// of files other than writing.
constexpr std::array forbidden
{
    SYS_execve, SYS_execveat, SYS_socket, SYS_tkill, SYS_pidfd_send_signal, SYS_ptrace,
        SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_kcmp, SYS_mount,
        SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_move_mount, SYS_open_tree, SYS_fsopen,
        SYS_fsmount, SYS_mount_setattr, SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open,
        SYS_keyctl, SYS_add_key, SYS_request_key, SYS_init_module, SYS_finit_module,
        SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_sethostname,
        SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime,
        SYS_acct, SYS_quotactl, SYS_userfaultfd, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat,
        SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,
        SYS_lremovexattr, SYS_fremovexattr,
#if defined(__x86_64__)
        SYS_fork, SYS_vfork, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
        SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
};
/// Fail as on a system without them, so that callers fall back to filtered calls.
constexpr std::array unknown{
    SYS_clone3, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register};
/// Allowed when their first argument is this process.
constexpr std::array own_only{SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo};

class FilterWriter
{
public:
    std::vector<sock_filter> write(std::uint32_t process)
    {
        load(offsetof(seccomp_data, arch));
        jump_if_equal(architecture, 1);
        give(SECCOMP_RET_KILL_PROCESS);
        load(offsetof(seccomp_data, nr));
        add(BPF_JMP | BPF_JGE | BPF_K, first_foreign_number, 0, 1);
        fail(ENOSYS);
        for (const long number : unknown)
        {
            skip_unless(number, 1);
            fail(ENOSYS);
        }
        for (const long number : forbidden)
        {
            skip_unless(number, 1);
            fail(EPERM);
        }
        for (const long number : own_only)
        {
            allow_if_first_is(number, process);
        }
        // prlimit64: only of this process, which may also be written as 0.
        skip_unless(SYS_prlimit64, 5);
        load(offsetof(seccomp_data, args));
        jump_if_equal(0, 2);
        jump_if_equal(process, 1);
        fail(EPERM);
        give(SECCOMP_RET_ALLOW);
        // clone: only threads, not processes.
        skip_unless(SYS_clone, 4);
        load(offsetof(seccomp_data, args));
        add(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
        fail(EPERM);
        give(SECCOMP_RET_ALLOW);
        give(SECCOMP_RET_ALLOW);
        return m_code;
    }

private:
    void add(unsigned code, std::uint32_t value, unsigned if_true, unsigned if_false)
    {
        m_code.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(if_true),
            static_cast<std::uint8_t>(if_false), value});
    }
    void load(std::size_t offset)
    {
        add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset), 0, 0);
    }
    void jump_if_equal(std::uint32_t value, unsigned distance)
    {
        add(BPF_JMP | BPF_JEQ | BPF_K, value, distance, 0);
    }
    void skip_unless(long number, unsigned length)
    {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, length);
    }
    void give(std::uint32_t action) { add(BPF_RET | BPF_K, action, 0, 0); }
    void fail(int error) { give(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)); }
    void allow_if_first_is(long number, std::uint32_t value)
    {
        skip_unless(number, 4);
        load(offsetof(seccomp_data, args));
        jump_if_equal(value, 1);
        fail(EPERM);
        give(SECCOMP_RET_ALLOW);
    }

    std::vector<sock_filter> m_code;
};

}  // namespace

bool enter_system_call_filter()
{
    if (architecture == 0)
    {
        return false;
    }
    std::vector<sock_filter> code = FilterWriter().write(static_cast<std::uint32_t>(getpid()));
    const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

}  // namespace sbst::jvm
