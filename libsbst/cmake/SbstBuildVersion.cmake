# SPDX-License-Identifier: Apache-2.0
# Run by every build: writes the version to a header, and touches it only when it has changed.
# cmake -DSOURCE=FOLDER -DVERSION=X.Y.Z -DOUTPUT=FILE -P SbstBuildVersion.cmake
# The version is X.Y.Z+COMMIT, with .dirty behind it when a file that git knows was changed; outside
# a clone of libsbst (a release's archive, a copy in another repository) it is X.Y.Z.
find_package(Git QUIET)

# ask_git(RESULT ARGUMENTS...): its output, or nothing when it fails.
function(ask_git result)
  execute_process(
    COMMAND "${GIT_EXECUTABLE}" -C "${SOURCE}" ${ARGN}
    OUTPUT_VARIABLE text
    RESULT_VARIABLE status
    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    set(text "")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(commit "")
set(date "")
set(is_dirty false)
if(GIT_FOUND)
  ask_git(top rev-parse --show-toplevel)
  file(REAL_PATH "${SOURCE}" source)
  if(top STREQUAL source)
    ask_git(commit rev-parse --short=12 HEAD)
    ask_git(date log -1 --format=%cs)
    ask_git(changes status --porcelain --untracked-files=no)
    if(changes)
      set(is_dirty true)
    endif()
  endif()
endif()

set(version "${VERSION}")
if(commit)
  string(APPEND version "+${commit}")
  if(is_dirty)
    string(APPEND version ".dirty")
  endif()
endif()

set(header
    "// Written by libsbst/cmake/SbstBuildVersion.cmake.
#pragma once

#define SBST_BUILD_VERSION \"${version}\"
#define SBST_BUILD_RELEASE \"${VERSION}\"
#define SBST_BUILD_DATE \"${date}\"
#define SBST_BUILD_COMMIT \"${commit}\"
#define SBST_BUILD_IS_DIRTY ${is_dirty}
")
set(known "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" known)
endif()
if(NOT known STREQUAL header)
  file(WRITE "${OUTPUT}" "${header}")
endif()
