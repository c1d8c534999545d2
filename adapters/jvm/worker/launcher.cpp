// SPDX-License-Identifier: Apache-2.0
// sbst-jvm-launcher: `java` in the sandbox of the workers. The referee runs generated tests with
// it: they may write to one folder, and reach neither the network nor other processes. The JVM runs
// in this process, because the sandbox forbids starting programs. Not for direct use. Arguments:
// LIBJVM SCRATCH JVM_OPTION... -- MAIN_CLASS ARGUMENT... Next: sandbox.hpp.
#include "sandbox.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <dlfcn.h>
#include <jni.h>
#include <pthread.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace
{

constexpr int usage_exit_code = 2;
constexpr int partly_isolated_exit_code = 3;
constexpr int broken_exit_code = 4;
/// Stack of the thread that runs tests, as in the workers: endless recursion ends at the same
/// depth.
constexpr std::size_t stack_bytes = std::size_t{2} << 20U;

struct Launch
{
    std::string library;
    std::span<char*> options;
    std::string main_class;
    std::span<char*> arguments;
    int exit_code = broken_exit_code;
};

JNIEnv* make_jvm(const Launch& launch, JavaVM*& jvm)
{
    void* const library = dlopen(launch.library.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr)
    {
        (void)std::fprintf(stderr, "launcher: %s\n", dlerror());
        return nullptr;
    }
    const auto create =
        reinterpret_cast<decltype(&JNI_CreateJavaVM)>(dlsym(library, "JNI_CreateJavaVM"));
    if (create == nullptr)
    {
        (void)std::fprintf(stderr, "launcher: %s\n", dlerror());
        return nullptr;
    }
    std::vector<JavaVMOption> options;
    for (char* const option : launch.options)
    {
        options.push_back({option, nullptr});
    }
    JavaVMInitArgs arguments{};
    arguments.version = JNI_VERSION_10;
    arguments.nOptions = static_cast<jint>(options.size());
    arguments.options = options.data();
    void* env = nullptr;
    const jint error = create(&jvm, &env, &arguments);
    if (error != JNI_OK)
    {
        (void)std::fprintf(stderr, "launcher: no JVM, error %d\n", static_cast<int>(error));
        return nullptr;
    }
    return static_cast<JNIEnv*>(env);
}

/// False when an exception was thrown, which is printed.
bool call_main(JNIEnv* env, const Launch& launch)
{
    jclass main_class = env->FindClass(launch.main_class.c_str());
    jclass string_class = main_class == nullptr ? nullptr : env->FindClass("java/lang/String");
    jmethodID method = string_class == nullptr ?
                           nullptr :
                           env->GetStaticMethodID(main_class, "main", "([Ljava/lang/String;)V");
    if (method != nullptr)
    {
        const auto count = static_cast<jsize>(launch.arguments.size());
        jobjectArray words = env->NewObjectArray(count, string_class, nullptr);
        for (jsize i = 0; i < count && words != nullptr; ++i)
        {
            env->SetObjectArrayElement(
                words, i, env->NewStringUTF(launch.arguments[static_cast<std::size_t>(i)]));
        }
        env->CallStaticVoidMethod(main_class, method, words);
    }
    const bool is_fine = env->ExceptionCheck() == JNI_FALSE;
    if (!is_fine)
    {
        env->ExceptionDescribe();
    }
    return is_fine;
}

void* run(void* argument)
{
    auto& launch = *static_cast<Launch*>(argument);
    JavaVM* jvm = nullptr;
    JNIEnv* const env = make_jvm(launch, jvm);
    if (env != nullptr)
    {
        launch.exit_code = call_main(env, launch) ? 0 : 1;
        jvm->DestroyJavaVM();
    }
    return nullptr;
}

}  // namespace

int main(int count, char** words)
{
    const std::span<char*> all(words, static_cast<std::size_t>(count));
    if (all.size() == 3 && std::string_view(all[1]) == "--check")
    {
        return sbst::jvm::enter_sandbox({.scratch = all[2]}) == 0 ? 0 : partly_isolated_exit_code;
    }
    const auto end = std::find(all.begin(), all.end(), std::string_view("--"));
    constexpr std::ptrdiff_t fixed = 3;
    if (end - all.begin() < fixed || all.end() - end < 2)
    {
        (void)std::fprintf(
            stderr, "usage: sbst-jvm-launcher LIBJVM SCRATCH OPTION... -- CLASS ...\n");
        return usage_exit_code;
    }
    Launch launch{.library = all[1],
        .options = {all.begin() + fixed, end},
        .main_class = *(end + 1),
        .arguments = {end + 2, all.end()}};
    if (sbst::jvm::enter_sandbox({.scratch = all[2]}) != 0)
    {
        (void)std::fprintf(stderr, "launcher: this system isolates tests in part only\n");
    }
    // Not the first thread: its stack has no fixed end that the JVM could guard.
    pthread_attr_t attributes{};
    pthread_t thread{};
    if (pthread_attr_init(&attributes) != 0 ||
        pthread_attr_setstacksize(&attributes, stack_bytes) != 0 ||
        pthread_create(&thread, &attributes, run, &launch) != 0)
    {
        return broken_exit_code;
    }
    pthread_join(thread, nullptr);
    return launch.exit_code;
}
