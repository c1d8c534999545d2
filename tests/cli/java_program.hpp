// SPDX-License-Identifier: Apache-2.0
// The program with a JDK, and the Java classes that its tests are about.
#pragma once

#include "jvm/java_home.hpp"
#include "program.hpp"

#include <string>
#include <vector>

/// Knows the JDK that the test is to run.
class JavaProgram : public Program
{
public:
    JavaProgram()
    {
        set_variable("JAVA_HOME=" + sbst::jvm::test_java_home(SBST_JAVA_HOME).string());
    }
};

/// The words, the class path of the fixtures, then more words.
inline std::vector<std::string> java_words(
    std::vector<std::string> words, const std::vector<std::string>& more)
{
    words.insert(words.end(), {"--class-path", SBST_JAVA_CLASSES});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}
