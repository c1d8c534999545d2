// SPDX-License-Identifier: Apache-2.0
// How deep the calls of the subject are: the probes ask every few hundred calls. Next: jvm.hpp.
#pragma once

#include <jvmti.h>

namespace sbst::jvm
{

/// Called on the thread that runs tests, near the bottom of its stack.
void begin_depth(jvmtiEnv* tools);

/// Worker.isDeep: whether the calling thread is in more than `most` methods of a loader's classes
/// and of some classes of the JDK.
/// The answer is the same for interpreted and for compiled methods. A shallow stack takes some
/// nanoseconds.
jboolean JNICALL is_deep(JNIEnv* env, jclass, jobject loader, jobjectArray of_jdk, jint most);

}  // namespace sbst::jvm
