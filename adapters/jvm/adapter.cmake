# SPDX-License-Identifier: Apache-2.0
# The JVM adapter, for the build, the packages and the checks of the tree. libsbst/cmake/SbstAdapters.cmake
# explains each keyword. cmake/install.cmake installs its programs and jars.
sbst_adapter(
  jvm
  HELP "Build the JVM adapter and its worker; needs a JDK"
  DEFAULT "${PROJECT_IS_TOP_LEVEL}"
  NEEDS "OpenSSL 3 COMPONENTS Crypto" LibZip Threads
  BUILD_NEEDS "Java 17 COMPONENTS Development"
  PKG_CONFIG LibZip::LibZip=libzip
  TURNS "a Java class into proven JUnit tests"
  DEBIAN_LIBRARIES libssl-dev libzip-dev
  # Debian's alternatives are all new enough from Debian 12 on.
  DEBIAN_RECOMMENDS "default-jdk-headless (>= 2:1.17)"
  COPYRIGHT jars/copyright
  EXAMPLES "*.java"
  SOURCES "*.java"
  WORDS jvm java javac jdk hotspot junit jacoco jar jars classfile bytecode bytecodes opcode opcodes)
