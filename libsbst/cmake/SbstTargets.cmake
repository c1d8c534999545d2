# SPDX-License-Identifier: Apache-2.0
# Helpers that every folder's CMakeLists.txt uses: warnings, libraries, subfolders, tests.
include_guard(GLOBAL)

# Our own flags, used PRIVATE: consumers never get them.
add_library(sbst_warnings INTERFACE)
target_compile_options(
  sbst_warnings
  INTERFACE
    $<$<CXX_COMPILER_ID:GNU,Clang>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wsign-conversion>
    # g++ 12 sees overlaps in std::string's own operator+ that are not there (GCC bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    # In a unit of several files a name of one hides that of another; presets without units see it.
    $<$<AND:$<CXX_COMPILER_ID:Clang>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-shadow>
    $<$<AND:$<BOOL:${SBST_WERROR}>,$<CXX_COMPILER_ID:GNU,Clang>>:-Werror>)

# sbst_add_library(COMPONENT): the target sbst_<component>, also known as sbst::<component> in the
# tree and after installation. Its public headers are in the caller's include folder.
function(sbst_add_library component)
  add_library(sbst_${component})
  add_library(sbst::${component} ALIAS sbst_${component})
  set_target_properties(
    sbst_${component}
    PROPERTIES EXPORT_NAME ${component}
               VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
               INSTALL_RPATH "$ORIGIN")
  target_compile_features(sbst_${component} PUBLIC cxx_std_20)
  target_include_directories(
    sbst_${component} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(sbst_${component} PRIVATE $<BUILD_INTERFACE:sbst_warnings>)
  set_property(GLOBAL APPEND PROPERTY SBST_COMPONENTS ${component})
  set_property(GLOBAL APPEND PROPERTY SBST_INCLUDE_DIRS "${CMAKE_CURRENT_SOURCE_DIR}/include")
endfunction()

# Adds the named folders that have a CMakeLists.txt.
function(sbst_add_modules)
  foreach(module IN LISTS ARGN)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${module}/CMakeLists.txt")
      add_subdirectory(${module})
    endif()
  endforeach()
endfunction()

# Most of a build is tests, and most of a test is compiled once and runs for milliseconds.
function(sbst_set_test_flags name)
  target_compile_options(
    ${name}
    PRIVATE $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang>>:-O1>
            # With -O1 g++ 12 sees std::string's own moves leave their object.
            $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-Wno-array-bounds;-Wno-stringop-overflow>
            $<$<AND:$<BOOL:${SBST_PRECOMPILE_TESTS}>,$<CXX_COMPILER_ID:GNU>>:-fpch-preprocess>)
endfunction()

# sbst_add_test(NAME SOURCES ... LIBRARIES ... [LABELS ...] [DATA]): one Catch2 executable, one CTest;
# a second CTest runs the cases tagged [slow] when SBST_SLOW_TESTS is on. With DATA another one runs
# those tagged [data], and counts as skipped when they say that SBST_DATA is not set. Cases tagged
# [apart] are for a CTest that their folder adds.
function(sbst_add_test name)
  cmake_parse_arguments(arg "DATA" "" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} sbst_test_main sbst_warnings)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  # Each test file has its own helpers, under the same short names.
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  sbst_set_test_flags(${name})
  if(SBST_PRECOMPILE_TESTS)
    target_precompile_headers(${name} REUSE_FROM sbst_test_headers)
  endif()
  add_test(NAME ${name} COMMAND ${name} "~[slow]~[data]~[apart]")
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
  if(SBST_SLOW_TESTS)
    add_test(NAME ${name}.slow COMMAND ${name} "[slow]~[data]")
    set_tests_properties(${name}.slow PROPERTIES LABELS "slow;${arg_LABELS}")
  endif()
  if(arg_DATA)
    add_test(NAME ${name}.data COMMAND ${name} -w NoTests "[data]")
    set_tests_properties(${name}.data PROPERTIES LABELS "data;${arg_LABELS}"
                                                 SKIP_REGULAR_EXPRESSION "SBST_DATA is not set")
  endif()
endfunction()
