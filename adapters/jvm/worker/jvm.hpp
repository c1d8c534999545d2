// SPDX-License-Identifier: Apache-2.0
// The embedded JVM: started with the runtime on its boot class path, and the runtime's few entry
// points. Next: watchdog.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <jni.h>
#include <jvmti.h>
#include <span>
#include <string>
#include <vector>

namespace sbst::jvm
{

/// A running JVM; used only by the thread that made it, except `stop_runner`.
class Jvm
{
public:
    /// Loads libjvm and starts a JVM in this process.
    /// @throws std::runtime_error with the JVM's output when that fails.
    Jvm(const std::string& library, const std::vector<std::string>& options);

    /// Passes plan and block to the runtime, which loads the subject.
    /// @throws std::runtime_error with the exception that the runtime threw.
    void start_subject(
        std::span<std::byte> plan, std::span<std::byte> block, std::span<std::byte> rewritten);

    /// Lets the runtime answer the message in a slot; false when the runtime itself broke.
    [[nodiscard]] bool answer(std::size_t slot);

    /// Makes the calling thread one of the JVM's; the JVM does not wait for it.
    void attach_as_daemon();
    /// Throws the runtime's Stop in the thread that runs tests. Call it on an attached thread.
    void stop_runner();
    /// Tells whether that thread waits, sleeps or is blocked. Call it on an attached thread.
    [[nodiscard]] bool is_runner_waiting() const;
    /// Tells whether all threads but those of the JDK itself wait for another one, without a limit.
    /// Called on the thread of attach_as_daemon().
    [[nodiscard]] bool is_stuck() const;
    /// Whether the initialiser of a class is running on the thread for tests. Called by the daemon.
    [[nodiscard]] bool is_runner_initialising() const;

    [[nodiscard]] JavaVM* vm() const { return m_vm; }

private:
    void set_up_tool_interface();
    /// Lets code of the JDK that the runtime rewrote call the runtime.
    void let_base_read_runtime();
    void register_natives();
    /// Finds what is needed to stop the thread that runs tests.
    void find_probe();
    /// Remembers the threads that run before the subject does.
    void note_threads_of_jdk();
    [[nodiscard]] bool is_of_jdk(jthread thread) const;
    /// Tells whether a thread was started that does not run yet.
    [[nodiscard]] bool has_thread_to_come() const;
    /// The JDK derives the iteration order of Set.of and Map.of from the clock at its start: every
    /// worker gets the same order here. Only iteration depends on it, so existing sets stay valid.
    /// The fields are final: code compiled with their old values is discarded at the first
    /// redefinition of a class, so this comes before `start_subject`.
    void fix_iteration_order();
    /// Throws an error with the text of the pending Java exception.
    void check(const char* doing);

    JavaVM* m_vm = nullptr;
    JNIEnv* m_env = nullptr;
    JNIEnv* m_daemon_env = nullptr;
    jvmtiEnv* m_tools = nullptr;
    jclass m_worker = nullptr;
    jmethodID m_answer = nullptr;
    jobject m_runner = nullptr;
    /// Threads of the JDK that ran before the subject was loaded.
    std::vector<jobject> m_of_jdk;
    jobject m_stop = nullptr;
    jclass m_probe = nullptr;
    jfieldID m_is_stopping = nullptr;
};

}  // namespace sbst::jvm
