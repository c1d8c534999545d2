# SPDX-License-Identifier: Apache-2.0
# Checks that what all languages share speaks of none. Read are sources and the files of the build under libsbst/,
# those of the command line outside its plugs, the checks in tests/architecture, and the CMakeLists.txt of the
# root, adapters, bench, examples, tests and tests/fuzz. They say no word that adapters/NAME/adapter.cmake claims for its language.
# The lists of adapters, plugs/plugs.cpp and adapters/list.cmake, name them. Not read: the licences that packages
# quote (libsbst/cmake/package/copyright), and pages, where languages are examples.
# Run: cmake -DROOT=DIR -P check_words.cmake
cmake_minimum_required(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/../../libsbst/cmake/SbstAdapters.cmake")
sbst_read_adapters("${ROOT}/adapters")
set(words "")
foreach(adapter IN LISTS SBST_ADAPTERS)
  list(APPEND words ${SBST_ADAPTER_${adapter}_WORDS})
endforeach()
if(NOT words)
  message(FATAL_ERROR "no adapter under ${ROOT} has words of a language: wrong folder?")
endif()
list(JOIN words "|" any)

set(problems "")
set(checked 0)
file(GLOB_RECURSE files "${ROOT}/libsbst/*.hpp" "${ROOT}/libsbst/*.cpp" "${ROOT}/libsbst/*.cmake"
     "${ROOT}/libsbst/*.in" "${ROOT}/libsbst/CMakeLists.txt" "${ROOT}/libsbst/Doxyfile"
     "${ROOT}/adapters/cli/*.hpp" "${ROOT}/adapters/cli/*.cpp" "${ROOT}/adapters/cli/CMakeLists.txt"
     "${ROOT}/tests/architecture/*.cmake" "${ROOT}/tests/architecture/CMakeLists.txt")
file(GLOB folders "${ROOT}/CMakeLists.txt" "${ROOT}/CMakePresets.json" "${ROOT}/adapters/CMakeLists.txt"
     "${ROOT}/bench/CMakeLists.txt" "${ROOT}/examples/CMakeLists.txt" "${ROOT}/tests/CMakeLists.txt"
     "${ROOT}/tests/fuzz/CMakeLists.txt")
list(APPEND files ${folders})
list(FILTER files EXCLUDE REGEX "/adapters/cli/src/plugs/")
list(SORT files)
foreach(file IN LISTS files)
  math(EXPR checked "${checked} + 1")
  file(STRINGS "${file}" lines)
  foreach(line IN LISTS lines)
    # Words as people write them, and as parts of names: with `cobol` also CobolCode, cobol_options.
    string(REGEX REPLACE "([a-z0-9])([A-Z])" "\\1_\\2" line "${line}")
    string(TOLOWER "${line}" line)
    if(line MATCHES "(^|[^a-z])(${any})([^a-z]|$)")
      file(RELATIVE_PATH relative "${ROOT}" "${file}")
      list(APPEND problems "${relative}: says ${CMAKE_MATCH_2}")
    endif()
  endforeach()
endforeach()

if(checked EQUAL 0)
  message(FATAL_ERROR "no source file under ${ROOT}: wrong folder?")
endif()
if(problems)
  list(JOIN problems "\n  " text)
  list(LENGTH problems count)
  message(FATAL_ERROR "${count} line(s) speak of a language:\n  ${text}")
endif()
message(STATUS "${checked} files that all languages share speak of none")
