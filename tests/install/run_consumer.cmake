# SPDX-License-Identifier: Apache-2.0
# Builds one consumer against libsbst, runs it and compares its output. Run by CTest with
#   MODE      package: installed from BUILD; shared: installed from a build of shared libraries that
#             is made here; subdirectory: as a part of the consumer's own tree; core: as package, of
#             a build without the EVM adapter
#   IS_SLOW   whether the subdirectory's consumer needs all of the libraries, or the core alone
#   ROOT      the project's sources
#   BUILD     the project's build folder
#   SCRATCH   a folder of this test's own
#   SETTINGS  options for every configure step
cmake_minimum_required(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

function(build_and_run source)
  run("${CMAKE_COMMAND}" -S "${source}" -B "${SCRATCH}/build" ${SETTINGS} ${ARGN})
  run("${CMAKE_COMMAND}" --build "${SCRATCH}/build" --target consumer --parallel 2)
  run("${SCRATCH}/build/consumer")
  file(READ "${CMAKE_CURRENT_LIST_DIR}/expected.txt" expected)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "the consumer printed\n${output}\ninstead of\n${expected}")
  endif()
endfunction()

# Configures a project that asks for the components and expects an error with the text (a regular
# expression), or success when the text is empty.
function(expect_find_package components text)
  file(REMOVE_RECURSE "${SCRATCH}/ask")
  file(
    WRITE "${SCRATCH}/ask/CMakeLists.txt"
    "cmake_minimum_required(VERSION 3.25)\nproject(ask LANGUAGES CXX)\n"
    "find_package(sbst ${components})\n")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -S "${SCRATCH}/ask" -B "${SCRATCH}/ask/build" ${SETTINGS}
            "-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix"
    RESULT_VARIABLE code
    OUTPUT_QUIET
    ERROR_VARIABLE errors)
  string(REGEX REPLACE "[ \n]+" " " errors "${errors}")
  if(text STREQUAL "" AND NOT code EQUAL 0)
    message(FATAL_ERROR "find_package(sbst ${components}) failed:\n${errors}")
  elseif(NOT text STREQUAL "" AND (code EQUAL 0 OR NOT errors MATCHES "${text}"))
    message(FATAL_ERROR "find_package(sbst ${components}) should say '${text}', but:\n${errors}")
  endif()
endfunction()

file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")

# Builds the example as a stranger's adapter, from a configured consumer, and looks at what it prints.
function(build_and_run_calculator)
  run("${CMAKE_COMMAND}" --build "${SCRATCH}/build" --target calculator --parallel 2)
  run("${SCRATCH}/build/calculator" "${SCRATCH}/report.json")
  if(NOT output MATCHES "test 1\nv0 = Calculator\\(\\)\n")
    message(FATAL_ERROR "the stranger's adapter printed no suite, but:\n${output}")
  endif()
  file(READ "${SCRATCH}/report.json" report)
  string(JSON shown GET "${report}" totals shown)
  string(JSON covered GET "${report}" totals covered)
  if(shown LESS 12 OR NOT covered EQUAL shown)
    message(FATAL_ERROR "report.json of the stranger's adapter: ${covered} of ${shown} goals")
  endif()
endfunction()

if(MODE STREQUAL "subdirectory")
  # All of the libraries are compiled anew only where slow tests are asked for.
  set(source "${CMAKE_CURRENT_LIST_DIR}/consumer_subdirectory")
  if(IS_SLOW)
    build_and_run("${source}" "-DSBST_ROOT=${ROOT}")
  else()
    run("${CMAKE_COMMAND}" -S "${source}" -B "${SCRATCH}/build" ${SETTINGS} "-DSBST_ROOT=${ROOT}")
  endif()
  build_and_run_calculator()
  return()
endif()

if(MODE STREQUAL "shared")
  set(BUILD "${SCRATCH}/libraries")
  run("${CMAKE_COMMAND}" -S "${ROOT}" -B "${BUILD}" ${SETTINGS} -DBUILD_SHARED_LIBS=ON
      -DSBST_BUILD_TESTS=OFF -DSBST_BUILD_BENCH=OFF -DSBST_BUILD_EXAMPLES=OFF)
  run("${CMAKE_COMMAND}" --build "${BUILD}" --parallel 2)
endif()

# Installed in one place, used from another: nothing in it may know where it was installed.
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${SCRATCH}/first")
file(RENAME "${SCRATCH}/first" "${SCRATCH}/prefix")
file(GLOB_RECURSE package_files "${SCRATCH}/prefix/*.cmake")
foreach(file IN LISTS package_files)
  file(READ "${file}" content)
  foreach(place IN ITEMS "${SCRATCH}" "${BUILD}/" "${ROOT}/")
    string(FIND "${content}" "${place}" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${file} names ${place}: the package is not relocatable")
    endif()
  endforeach()
endforeach()
file(GLOB shared_libraries "${SCRATCH}/prefix/lib*/libsbst_*.so" "${SCRATCH}/prefix/lib/*/libsbst_*.so")
if(MODE STREQUAL "shared" AND NOT shared_libraries)
  message(FATAL_ERROR "no shared library was installed")
endif()
if(MODE STREQUAL "core")
  run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/consumer_core" -B "${SCRATCH}/build" ${SETTINGS}
      "-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix")
else()
  build_and_run("${CMAKE_CURRENT_LIST_DIR}/consumer_package" "-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix")
endif()
build_and_run_calculator()
if(EXISTS "${SCRATCH}/prefix/bin/sbst")
  run("${SCRATCH}/prefix/bin/sbst" list)
endif()

expect_find_package("0.1 REQUIRED" "")
if(MODE STREQUAL "core")
  expect_find_package("REQUIRED COMPONENTS core evm" "has no component 'evm'; it has: core, stats, study")
else()
  expect_find_package("REQUIRED COMPONENTS evm OPTIONAL_COMPONENTS cobol" "")
  expect_find_package("REQUIRED COMPONENTS core cobol" "has no component 'cobol'; it has: core, stats, study, evm")
endif()
expect_find_package("0.2 REQUIRED" "compatible with requested version")
