# SPDX-License-Identifier: Apache-2.0
# Conveniences for our own builds. A project that adds libsbst as a subfolder never reads this file.
include_guard(GLOBAL)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(SBST_CCACHE ccache)
  mark_as_advanced(SBST_CCACHE)
  if(SBST_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${SBST_CCACHE}")
    if(SBST_PRECOMPILE_TESTS)
      # What ccache asks for where headers are precompiled.
      list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
           CCACHE_SLOPPINESS=pch_defines,time_macros)
    endif()
  endif()
endif()
