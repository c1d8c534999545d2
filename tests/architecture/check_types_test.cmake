# SPDX-License-Identifier: Apache-2.0
# Tests check_types.cmake itself: classes with one definition pass, others fail and the message names both files.
# Run: cmake -DSCRATCH=DIR -P check_types_test.cmake
cmake_minimum_required(VERSION 3.25)

# Runs the check on a tree with a class Site in the namespace sbst, and this second source.
function(run_on_source source out_code out_text)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/libsbst/src/site.hpp"
       "namespace sbst\n{\nclass Site;\n\nstruct Site\n{\n};\n\n}  // namespace sbst\n")
  file(WRITE "${SCRATCH}/adapters/a/src/other.cpp" "${source}")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_types.cmake"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  set(${out_code} "${code}" PARENT_SCOPE)
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

foreach(good IN ITEMS "namespace sbst::a\n{\nstruct Site\n{\n}\n}  // namespace sbst::a\n"
                      "namespace sbst\n{\nnamespace\n{\nstruct Site\n{\n}\n}  // namespace\n}  // namespace sbst\n"
                      "namespace sbst\n{\nstruct Call\n{\n    struct Site\n    {\n    }\n}\n}  // namespace sbst\n")
  run_on_source("${good}" code text)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "rejected: ${good}\n${text}")
  endif()
endforeach()

foreach(bad IN ITEMS "namespace sbst\n{\nstruct Site\n{\n}\n}  // namespace sbst\n"
                     "namespace sbst\n{\nclass Site final : public Call\n{\n}\n}  // namespace sbst\n")
  run_on_source("${bad}" code text)
  if(code EQUAL 0)
    message(SEND_ERROR "accepted: ${bad}")
  elseif(NOT text MATCHES "sbst::Site: adapters/a/src/other.cpp and libsbst/src/site.hpp")
    message(SEND_ERROR "${bad}: the message is wrong:\n${text}")
  endif()
endforeach()

# A tree without classes proves nothing.
file(REMOVE_RECURSE "${SCRATCH}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_types.cmake"
  RESULT_VARIABLE code
  OUTPUT_QUIET ERROR_QUIET)
if(code EQUAL 0)
  message(SEND_ERROR "a tree without classes was accepted")
endif()
