// SPDX-License-Identifier: Apache-2.0
#include "call_depth.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

// References of JNI are pointers by typedef: what is const here is the pointer, as it should be.
// NOLINTBEGIN(misc-misplaced-const)
namespace sbst::jvm
{

namespace
{

/// Fewer bytes than a call needs, even if it is compiled into its caller.
constexpr std::ptrdiff_t least_bytes_a_call = 16;

// Native methods cannot take an argument of ours.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
jvmtiEnv* depth_tools = nullptr;
std::uintptr_t stack_begin = 0;
/// For lookup only: whether calls of a method count.
std::unordered_map<jmethodID, bool> is_counted;
std::vector<jvmtiFrameInfo> frames;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

std::uintptr_t stack_now()
{
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

bool is_in(JNIEnv* env, jclass type, jobjectArray classes)
{
    bool is_found = false;
    for (jsize i = 0; i < env->GetArrayLength(classes) && !is_found; ++i)
    {
        const jobject one = env->GetObjectArrayElement(classes, i);
        is_found = env->IsSameObject(type, one) == JNI_TRUE;
        env->DeleteLocalRef(one);
    }
    return is_found;
}

bool counts(JNIEnv* env, jmethodID method, jobject loader, jobjectArray of_jdk)
{
    jclass type = nullptr;
    jobject its_loader = nullptr;
    const bool is_known = depth_tools->GetMethodDeclaringClass(method, &type) == JVMTI_ERROR_NONE &&
                          depth_tools->GetClassLoader(type, &its_loader) == JVMTI_ERROR_NONE;
    const bool result =
        is_known && (env->IsSameObject(its_loader, loader) == JNI_TRUE || is_in(env, type, of_jdk));
    env->DeleteLocalRef(its_loader);
    env->DeleteLocalRef(type);
    return result;
}

}  // namespace

void begin_depth(jvmtiEnv* tools)
{
    depth_tools = tools;
    stack_begin = stack_now();
}

jboolean JNICALL is_deep(
    JNIEnv* env, jclass /*unused*/, jobject loader, jobjectArray of_jdk, jint most)
{
    // 1. Most stacks are small.
    const auto used = static_cast<std::ptrdiff_t>(stack_begin - stack_now());
    jint count = 0;
    if (used < most * least_bytes_a_call ||
        depth_tools->GetFrameCount(nullptr, &count) != JVMTI_ERROR_NONE || count <= most)
    {
        return JNI_FALSE;
    }
    // 2. Other methods of the JDK do not count: the JVM may add and remove some at any time.
    frames.resize(static_cast<std::size_t>(count));
    if (depth_tools->GetStackTrace(nullptr, 0, count, frames.data(), &count) != JVMTI_ERROR_NONE)
    {
        return JNI_FALSE;
    }
    const auto own = std::count_if(frames.begin(), frames.begin() + count, [&](const auto& frame) {
        const auto [known, is_new] = is_counted.try_emplace(frame.method, false);
        if (is_new)
        {
            known->second = counts(env, frame.method, loader, of_jdk);
        }
        return known->second;
    });
    return own > most ? JNI_TRUE : JNI_FALSE;
}

}  // namespace sbst::jvm
// NOLINTEND(misc-misplaced-const)
