# SPDX-License-Identifier: Apache-2.0
# Tests check_words.cmake itself: a good file passes, each way to name a language fails and says
# where. Run: cmake -DSCRATCH=DIR -P check_words_test.cmake
cmake_minimum_required(VERSION 3.25)

# Runs the check on a good core and command line, and on a file with that line.
function(run_on_line file line out_code out_text)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/libsbst/src/good.cpp" "// A jarring, gasping example.\n")
  file(WRITE "${SCRATCH}/adapters/cli/src/run/good.cpp" "// Together, whatever.\n")
  file(WRITE "${SCRATCH}/${file}" "// Here:\n${line}\n")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_words.cmake"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  set(${out_code} "${code}" PARENT_SCOPE)
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

foreach(file IN ITEMS libsbst/src/one.cpp adapters/cli/src/run/one.cpp adapters/cli/CMakeLists.txt)
  run_on_line("${file}" "int x = 0;" code text)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "${file}: a good line was rejected:\n${text}")
  endif()
  foreach(line IN ITEMS "// as the EVM does" "int jvm_options = 0;" "struct JavaClass {};"
                        "enum class Kind { contract };" "#include <sbst/evm/abi.hpp>")
    run_on_line("${file}" "${line}" code text)
    if(code EQUAL 0)
      message(SEND_ERROR "${file}: accepted: ${line}")
    elseif(NOT text MATCHES "${file}: says " OR NOT text MATCHES "1 line")
      message(SEND_ERROR "${file}: ${line}: the message is wrong:\n${text}")
    endif()
  endforeach()
endforeach()
# Adapters, their plugs and the list of plugs speak of what they are for.
foreach(file IN ITEMS adapters/cli/src/plugs/plugs.cpp adapters/cli/src/plugs/evm/one.cpp
                      adapters/evm/src/one.cpp)
  run_on_line("${file}" "// as the EVM does" code text)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "${file}: rejected:\n${text}")
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
