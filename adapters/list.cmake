# SPDX-License-Identifier: Apache-2.0
# The list of adapters; SBST_WITH_<NAME> builds one. It has, where it needs them:
#   adapters/NAME                a library, with its CMakeLists.txt
#   adapters/NAME/adapter.cmake  what the build, the packages and the checks of the tree must know
#                                (libsbst/cmake/SbstAdapters.cmake)
#   adapters/cli/src/plugs/NAME  commands, and a row of plugs.cpp there
#   tests/NAME                   tests
set(SBST_ADAPTERS evm jvm dse)
