// SPDX-License-Identifier: Apache-2.0
#include "jvm.hpp"

#include "call_depth.hpp"
#include "scratch.hpp"

#include <algorithm>
#include <atomic>
#include <dlfcn.h>
#include <optional>
#include <stdexcept>
#include <string_view>

// References of JNI are pointers by typedef: what is const here is the pointer, as it should be.
// NOLINTBEGIN(misc-misplaced-const)
namespace sbst::jvm
{

namespace
{

// JVMTI callbacks and native methods cannot take an argument of ours.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> is_watching{false};
jvmtiEnv* tools = nullptr;
jclass probe = nullptr;
jfieldID special = nullptr;
jfieldID has_new_classes = nullptr;
JNIEnv* runner_env = nullptr;
jobject stop = nullptr;
/// Threads started by tests that have not ended.
std::vector<jweak> started;
std::atomic_flag started_lock = ATOMIC_FLAG_INIT;
std::optional<Scratch> scratch_folder;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

/// Probe.OTHER_THREADS
constexpr jint other_threads_bit = 1;

class StartedLock
{
public:
    StartedLock()
    {
        while (started_lock.test_and_set(std::memory_order_acquire))
        {
        }
    }
    ~StartedLock() { started_lock.clear(std::memory_order_release); }
    StartedLock(const StartedLock&) = delete;
    StartedLock& operator=(const StartedLock&) = delete;
};

/// The JVM's own threads, which start and end at any time, are in the group without a parent.
bool is_of_jvm(JNIEnv* env, jthread thread)
{
    jvmtiThreadInfo info{};
    jvmtiThreadGroupInfo group{};
    if (tools->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE)
    {
        return true;
    }
    tools->Deallocate(reinterpret_cast<unsigned char*>(info.name));
    const bool is_known = info.thread_group != nullptr &&
                          tools->GetThreadGroupInfo(info.thread_group, &group) == JVMTI_ERROR_NONE;
    tools->Deallocate(reinterpret_cast<unsigned char*>(group.name));
    const bool is_uppermost = group.parent == nullptr;
    for (const jobject reference :
        {jobject{info.thread_group}, info.context_class_loader, jobject{group.parent}})
    {
        env->DeleteLocalRef(reference);
    }
    return !is_known || is_uppermost;
}

/// A thread is about to start. The JVM tells of it only when it runs, which may be after the test.
void JNICALL expect_thread(JNIEnv* env, jclass, jobject thread)
{
    if (!is_watching || is_of_jvm(env, thread))
    {
        return;
    }
    {
        const jweak reference = env->NewWeakGlobalRef(thread);
        const StartedLock lock;
        started.push_back(reference);
    }
    const jint reasons = env->GetStaticIntField(probe, special);
    if ((reasons & other_threads_bit) == 0)
    {
        env->SetStaticIntField(probe, special, reasons | other_threads_bit);
    }
}

void JNICALL on_thread_end(jvmtiEnv*, JNIEnv* env, jthread thread)
{
    if (!is_watching)
    {
        return;
    }
    const StartedLock lock;
    for (std::size_t i = 0; i < started.size(); ++i)
    {
        if (env->IsSameObject(started[i], thread) == JNI_TRUE)
        {
            env->DeleteWeakGlobalRef(started[i]);
            started.erase(started.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
    }
}

/// The thread that runs tests prepares a class, soon after it was loaded and before it is
/// initialised.
void JNICALL on_class_prepare(jvmtiEnv*, JNIEnv* env, jthread, jclass)
{
    if (is_watching && env == runner_env)
    {
        env->SetStaticBooleanField(probe, has_new_classes, JNI_TRUE);
    }
}

/// Number of loaded classes whose initialisation failed; -1 when the JVM does not tell.
jint JNICALL count_failed_classes(JNIEnv* env, jclass)
{
    jint count = 0;
    jclass* classes = nullptr;
    if (tools->GetLoadedClasses(&count, &classes) != JVMTI_ERROR_NONE)
    {
        return -1;
    }
    jint failed = 0;
    for (const jclass one : std::span(classes, static_cast<std::size_t>(count)))
    {
        jint status = 0;
        const bool is_known = tools->GetClassStatus(one, &status) == JVMTI_ERROR_NONE;
        failed += is_known && (status & JVMTI_CLASS_STATUS_ERROR) != 0 ? 1 : 0;
        env->DeleteLocalRef(one);
    }
    tools->Deallocate(reinterpret_cast<unsigned char*>(classes));
    return failed;
}

/// Gives classes other methods of the same names; throws InternalError when the JVM refuses.
void JNICALL redefine(JNIEnv* env, jclass, jobjectArray types, jobjectArray bytes)
{
    const jsize count = env->GetArrayLength(types);
    if (count == 0)
    {
        return;
    }
    std::vector<std::vector<unsigned char>> codes(static_cast<std::size_t>(count));
    std::vector<jvmtiClassDefinition> definitions;
    for (jsize i = 0; i < count; ++i)
    {
        const auto of_class = static_cast<jbyteArray>(env->GetObjectArrayElement(bytes, i));
        std::vector<unsigned char>& code = codes[static_cast<std::size_t>(i)];
        code.resize(static_cast<std::size_t>(env->GetArrayLength(of_class)));
        env->GetByteArrayRegion(
            of_class, 0, static_cast<jsize>(code.size()), reinterpret_cast<jbyte*>(code.data()));
        env->DeleteLocalRef(of_class);
        definitions.push_back({static_cast<jclass>(env->GetObjectArrayElement(types, i)),
            static_cast<jint>(code.size()), code.data()});
    }
    const jvmtiError error = tools->RedefineClasses(count, definitions.data());
    for (const jvmtiClassDefinition& definition : definitions)
    {
        env->DeleteLocalRef(definition.klass);
    }
    if (error != JVMTI_ERROR_NONE)
    {
        const std::string text = "the JVM refuses other methods: " + std::to_string(error);
        env->ThrowNew(env->FindClass("java/lang/InternalError"), text.c_str());
    }
}

/// Removes the files that a test left.
void JNICALL empty_scratch(JNIEnv*, jclass)
{
    scratch_folder->empty();
}

jint JNICALL count_other_threads(JNIEnv*, jclass)
{
    const StartedLock lock;
    return static_cast<jint>(started.size());
}

void JNICALL stop_other_threads(JNIEnv* env, jclass)
{
    std::vector<jthread> threads;
    {
        const StartedLock lock;
        for (const jweak reference : started)
        {
            threads.push_back(env->NewLocalRef(reference));
        }
    }
    for (const jthread thread : threads)
    {
        if (thread != nullptr)
        {
            tools->StopThread(thread, stop);
            tools->InterruptThread(thread);
            env->DeleteLocalRef(thread);
        }
    }
}

}  // namespace

Jvm::Jvm(const std::string& library, const std::vector<std::string>& options)
{
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (handle == nullptr)
    {
        throw std::runtime_error(dlerror());
    }
    using CreateJavaVm = jint(JNICALL*)(JavaVM**, void**, void*);
    const auto create = reinterpret_cast<CreateJavaVm>(dlsym(handle, "JNI_CreateJavaVM"));
    if (create == nullptr)
    {
        throw std::runtime_error(library + ": has no JNI_CreateJavaVM");
    }
    std::vector<std::string> texts = options;
    std::vector<JavaVMOption> rows;
    rows.reserve(texts.size());
    for (std::string& text : texts)
    {
        rows.push_back({text.data(), nullptr});
    }
    JavaVMInitArgs arguments{};
    arguments.version = JNI_VERSION_9;
    arguments.nOptions = static_cast<jint>(rows.size());
    arguments.options = rows.data();
    arguments.ignoreUnrecognized = JNI_FALSE;
    const jint code = create(&m_vm, reinterpret_cast<void**>(&m_env), &arguments);
    if (code != JNI_OK)
    {
        throw std::runtime_error("JNI_CreateJavaVM failed with " + std::to_string(code));
    }
    m_worker = m_env->FindClass("sbst/rt/Worker");
    check("find the runtime");
    m_worker = static_cast<jclass>(m_env->NewGlobalRef(m_worker));
    m_answer = m_env->GetStaticMethodID(m_worker, "answer", "(I)V");
    check("find Worker.answer");
    set_up_tool_interface();
}

void Jvm::check(const char* doing)
{
    const jthrowable thrown = m_env->ExceptionOccurred();
    if (thrown == nullptr)
    {
        return;
    }
    m_env->ExceptionDescribe();
    m_env->ExceptionClear();
    const jclass object = m_env->FindClass("java/lang/Object");
    const jmethodID to_string = m_env->GetMethodID(object, "toString", "()Ljava/lang/String;");
    const auto text = static_cast<jstring>(m_env->CallObjectMethod(thrown, to_string));
    m_env->ExceptionClear();
    std::string message = std::string("cannot ") + doing;
    if (text != nullptr)
    {
        const char* characters = m_env->GetStringUTFChars(text, nullptr);
        message += std::string(": ") + characters;
        m_env->ReleaseStringUTFChars(text, characters);
    }
    throw std::runtime_error(message);
}

void Jvm::set_up_tool_interface()
{
    if (m_vm->GetEnv(reinterpret_cast<void**>(&m_tools), JVMTI_VERSION_11) != JNI_OK)
    {
        throw std::runtime_error("the JVM has no tool interface of version 11");
    }
    tools = m_tools;
    jvmtiCapabilities wanted{};
    wanted.can_signal_thread = 1;
    wanted.can_redefine_classes = 1;
    wanted.can_redefine_any_class = 1;
    const jvmtiError error = m_tools->AddCapabilities(&wanted);
    if (error != JVMTI_ERROR_NONE)
    {
        throw std::runtime_error("the JVM refuses to stop threads: " + std::to_string(error));
    }
    jvmtiEventCallbacks callbacks{};
    callbacks.ThreadEnd = on_thread_end;
    callbacks.ClassPrepare = on_class_prepare;
    m_tools->SetEventCallbacks(&callbacks, sizeof(callbacks));
    m_tools->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, nullptr);
    m_tools->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, nullptr);
    let_base_read_runtime();
    begin_depth(m_tools);
    register_natives();
    fix_iteration_order();
}

void Jvm::let_base_read_runtime()
{
    const jclass object = m_env->FindClass("java/lang/Object");
    const jclass class_class = m_env->FindClass("java/lang/Class");
    const jmethodID module = m_env->GetMethodID(class_class, "getModule", "()Ljava/lang/Module;");
    const jobject base = m_env->CallObjectMethod(object, module);
    const jobject unnamed = m_env->CallObjectMethod(m_worker, module);
    check("find modules");
    m_tools->AddModuleReads(base, unnamed);
}

void Jvm::fix_iteration_order()
{
    // Odd, so that REVERSE is false, as the JDK would derive it.
    constexpr jlong salt = 0x53425354 | 1;
    const jclass collections = m_env->FindClass("java/util/ImmutableCollections");
    check("find the immutable collections");
    const jfieldID salt_field = m_env->GetStaticFieldID(collections, "SALT32L", "J");
    const bool has_salt = m_env->ExceptionCheck() == JNI_FALSE;
    m_env->ExceptionClear();
    const jfieldID reverse_field = m_env->GetStaticFieldID(collections, "REVERSE", "Z");
    const bool has_reverse = m_env->ExceptionCheck() == JNI_FALSE;
    m_env->ExceptionClear();
    // A later JDK may not have it.
    if (has_salt)
    {
        m_env->SetStaticLongField(collections, salt_field, salt);
    }
    if (has_reverse)
    {
        m_env->SetStaticBooleanField(collections, reverse_field, JNI_FALSE);
    }
}

void Jvm::register_natives()
{
    std::string count_name = "otherThreads";
    std::string stop_name = "stopOtherThreads";
    std::string expect_name = "expectThread";
    std::string failed_name = "failedClasses";
    std::string deep_name = "isDeep";
    std::string redefine_name = "redefine";
    std::string empty_name = "emptyScratch";
    std::string count_type = "()I";
    std::string deep_type = "(Ljava/lang/ClassLoader;[Ljava/lang/Class;I)Z";
    std::string stop_type = "()V";
    std::string expect_type = "(Ljava/lang/Thread;)V";
    std::string redefine_type = "([Ljava/lang/Class;[[B)V";
    const std::vector<JNINativeMethod> natives{
        {count_name.data(), count_type.data(), reinterpret_cast<void*>(count_other_threads)},
        {expect_name.data(), expect_type.data(), reinterpret_cast<void*>(expect_thread)},
        {failed_name.data(), count_type.data(), reinterpret_cast<void*>(count_failed_classes)},
        {deep_name.data(), deep_type.data(), reinterpret_cast<void*>(is_deep)},
        {stop_name.data(), stop_type.data(), reinterpret_cast<void*>(stop_other_threads)},
        {empty_name.data(), stop_type.data(), reinterpret_cast<void*>(empty_scratch)},
        {redefine_name.data(), redefine_type.data(), reinterpret_cast<void*>(redefine)}};
    m_env->RegisterNatives(m_worker, natives.data(), static_cast<jint>(natives.size()));
    check("register native methods");
}

void Jvm::start_subject(
    std::span<std::byte> plan, std::span<std::byte> block, std::span<std::byte> rewritten)
{
    const jclass lookup_class = m_env->FindClass("java/lang/invoke/MethodHandles$Lookup");
    check("find MethodHandles.Lookup");
    const jfieldID lookup_field = m_env->GetStaticFieldID(
        lookup_class, "IMPL_LOOKUP", "Ljava/lang/invoke/MethodHandles$Lookup;");
    check("find IMPL_LOOKUP");
    const jobject lookup = m_env->GetStaticObjectField(lookup_class, lookup_field);
    const jmethodID start = m_env->GetStaticMethodID(m_worker, "start",
        "(Ljava/nio/ByteBuffer;Ljava/nio/ByteBuffer;Ljava/nio/ByteBuffer;"
        "Ljava/lang/invoke/MethodHandles$Lookup;)V");
    check("find Worker.start");
    const jmethodID load = m_env->GetStaticMethodID(m_worker, "load", "()V");
    check("find Worker.load");
    const auto buffer_of = [this](std::span<std::byte> memory) {
        return m_env->NewDirectByteBuffer(memory.data(), static_cast<jlong>(memory.size()));
    };
    m_env->CallStaticVoidMethod(
        m_worker, start, buffer_of(plan), buffer_of(block), buffer_of(rewritten), lookup);
    check("start the runtime");
    // Probe only now: it takes its sizes from the plan.
    find_probe();
    note_threads_of_jdk();
    m_env->CallStaticVoidMethod(m_worker, load);
    check("load the subject");
    scratch_folder.emplace();
}

void Jvm::find_probe()
{
    m_probe = static_cast<jclass>(m_env->NewGlobalRef(m_env->FindClass("sbst/rt/Probe")));
    m_is_stopping = m_env->GetStaticFieldID(m_probe, "isStopping", "Z");
    check("find Probe.isStopping");
    probe = m_probe;
    special = m_env->GetStaticFieldID(m_probe, "special", "I");
    check("find Probe.special");
    has_new_classes = m_env->GetStaticFieldID(m_probe, "hasNewClasses", "Z");
    check("find Probe.hasNewClasses");
    runner_env = m_env;
    const jclass stop_class = m_env->FindClass("sbst/rt/Stop");
    const jfieldID instance = m_env->GetStaticFieldID(stop_class, "INSTANCE", "Lsbst/rt/Stop;");
    check("find Stop.INSTANCE");
    m_stop = m_env->NewGlobalRef(m_env->GetStaticObjectField(stop_class, instance));
    stop = m_stop;
    jthread current = nullptr;
    m_tools->GetCurrentThread(&current);
    m_runner = m_env->NewGlobalRef(current);
}

bool Jvm::answer(std::size_t slot)
{
    is_watching = true;
    m_env->CallStaticVoidMethod(m_worker, m_answer, static_cast<jint>(slot));
    if (m_env->ExceptionCheck() == JNI_FALSE)
    {
        return true;
    }
    m_env->ExceptionDescribe();
    m_env->ExceptionClear();
    return false;
}

void Jvm::attach_as_daemon()
{
    JavaVMAttachArgs arguments{};
    arguments.version = JNI_VERSION_9;
    void* env = nullptr;
    if (m_vm->AttachCurrentThreadAsDaemon(&env, &arguments) != JNI_OK)
    {
        throw std::runtime_error("the JVM refuses a second thread");
    }
    m_daemon_env = static_cast<JNIEnv*>(env);
}

void Jvm::stop_runner()
{
    m_daemon_env->SetStaticBooleanField(m_probe, m_is_stopping, JNI_TRUE);
    m_tools->StopThread(m_runner, m_stop);
    m_tools->InterruptThread(m_runner);
}

bool Jvm::is_runner_waiting() const
{
    constexpr jint waiting = JVMTI_THREAD_STATE_WAITING | JVMTI_THREAD_STATE_SLEEPING |
                             JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER |
                             JVMTI_THREAD_STATE_PARKED;
    jint state = 0;
    return m_tools->GetThreadState(m_runner, &state) == JVMTI_ERROR_NONE && (state & waiting) != 0;
}

bool Jvm::is_stuck() const
{
    constexpr jint waits =
        JVMTI_THREAD_STATE_WAITING_INDEFINITELY | JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER;
    jint count = 0;
    jthread* threads = nullptr;
    jthread own = nullptr;
    if (m_tools->GetCurrentThread(&own) != JVMTI_ERROR_NONE ||
        m_tools->GetAllThreads(&count, &threads) != JVMTI_ERROR_NONE)
    {
        return false;
    }
    bool is_any_able = has_thread_to_come();
    for (const jthread one : std::span(threads, static_cast<std::size_t>(count)))
    {
        jint state = 0;
        const bool is_able =
            m_tools->GetThreadState(one, &state) != JVMTI_ERROR_NONE || (state & waits) == 0;
        is_any_able =
            is_any_able || (is_able && m_daemon_env->IsSameObject(one, own) == JNI_FALSE &&
                               !is_of_jdk(one) && !is_of_jvm(m_daemon_env, one));
        m_daemon_env->DeleteLocalRef(one);
    }
    m_tools->Deallocate(reinterpret_cast<unsigned char*>(threads));
    m_daemon_env->DeleteLocalRef(own);
    return !is_any_able;
}

void Jvm::note_threads_of_jdk()
{
    jint count = 0;
    jthread* threads = nullptr;
    if (m_tools->GetAllThreads(&count, &threads) != JVMTI_ERROR_NONE)
    {
        return;
    }
    for (const jthread one : std::span(threads, static_cast<std::size_t>(count)))
    {
        if (m_env->IsSameObject(one, m_runner) == JNI_FALSE)
        {
            m_of_jdk.push_back(m_env->NewGlobalRef(one));
        }
        m_env->DeleteLocalRef(one);
    }
    m_tools->Deallocate(reinterpret_cast<unsigned char*>(threads));
}

bool Jvm::is_of_jdk(jthread thread) const
{
    return std::any_of(m_of_jdk.begin(), m_of_jdk.end(), [this, thread](jobject one) {
        return m_daemon_env->IsSameObject(one, thread) == JNI_TRUE;
    });
}

bool Jvm::has_thread_to_come() const
{
    const StartedLock lock;
    return std::any_of(started.begin(), started.end(), [this](jweak thread) {
        jint state = 0;
        return m_tools->GetThreadState(thread, &state) == JVMTI_ERROR_NONE && state == 0;
    });
}

bool Jvm::is_runner_initialising() const
{
    constexpr jint most_frames = 1024;
    std::vector<jvmtiFrameInfo> frames(most_frames);
    jint count = 0;
    if (m_tools->GetStackTrace(m_runner, 0, most_frames, frames.data(), &count) != JVMTI_ERROR_NONE)
    {
        return false;
    }
    return std::any_of(frames.begin(), frames.begin() + count, [this](const auto& frame) {
        char* name = nullptr;
        const bool is_known =
            m_tools->GetMethodName(frame.method, &name, nullptr, nullptr) == JVMTI_ERROR_NONE;
        const bool is_initialiser = is_known && std::string_view(name) == "<clinit>";
        m_tools->Deallocate(reinterpret_cast<unsigned char*>(name));
        return is_initialiser;
    });
}

}  // namespace sbst::jvm
// NOLINTEND(misc-misplaced-const)
