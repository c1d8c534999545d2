# SPDX-License-Identifier: Apache-2.0
# Tests check_words.cmake itself: a good file passes, each way to name a language fails and says
# where. Run: cmake -DSCRATCH=DIR -P check_words_test.cmake
cmake_minimum_required(VERSION 3.25)

# Runs the check on a core of one file with that line.
function(run_on_line line out_code out_text)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/libsbst/src/one.cpp" "// A jarring, gasping example.\n${line}\n")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_words.cmake"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  set(${out_code} "${code}" PARENT_SCOPE)
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

run_on_line("int x = 0;" code text)
if(NOT code EQUAL 0)
  message(SEND_ERROR "a good line was rejected:\n${text}")
endif()
foreach(line IN ITEMS "// as the EVM does" "int jvm_options = 0;" "struct JavaClass {};"
                      "enum class Kind { contract };")
  run_on_line("${line}" code text)
  if(code EQUAL 0)
    message(SEND_ERROR "accepted: ${line}")
  elseif(NOT text MATCHES "libsbst/src/one.cpp: says " OR NOT text MATCHES "1 line")
    message(SEND_ERROR "${line}: the message is wrong:\n${text}")
  endif()
endforeach()

file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_words.cmake"
  RESULT_VARIABLE code
  OUTPUT_QUIET ERROR_QUIET)
if(code EQUAL 0)
  message(SEND_ERROR "an empty tree was accepted")
endif()
