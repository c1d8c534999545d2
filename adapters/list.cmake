# SPDX-License-Identifier: Apache-2.0
# The list of adapters. An adapter may have a library (the folder NAME, with its CMakeLists.txt), says in
# NAME/adapter.cmake what the build, the packages and the checks of the tree must know about it
# (libsbst/cmake/SbstAdapters.cmake), has its commands in cli/src/plugs/NAME with a row of plugs.cpp there, and its
# tests in tests/NAME. SBST_WITH_<NAME> builds it.
set(SBST_ADAPTERS evm jvm)
