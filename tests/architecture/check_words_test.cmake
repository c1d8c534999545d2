# SPDX-License-Identifier: Apache-2.0
# Tests check_words.cmake itself: a good file passes, each way to name a language fails and says
# where. Run: cmake -DSCRATCH=DIR -P check_words_test.cmake
cmake_minimum_required(VERSION 3.25)

# Runs the check on a tree whose core and command line are good, and whose adapters, the second one without a
# description, claim the words cobol and ledger, and on a file with that line.
function(run_on_line file line out_code out_text)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/adapters/list.cmake" "set(SBST_ADAPTERS cobol plain)\n")
  file(WRITE "${SCRATCH}/adapters/cobol/adapter.cmake" "sbst_adapter(cobol DEFAULT ON WORDS cobol ledger)\n")
  file(WRITE "${SCRATCH}/libsbst/src/good.cpp" "// Ledgers, a cobold.\n")
  file(WRITE "${SCRATCH}/adapters/cli/src/run/good.cpp" "// Together, whatever.\n")
  file(WRITE "${SCRATCH}/${file}" "# // Here:\n${line}\n")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_words.cmake"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  set(${out_code} "${code}" PARENT_SCOPE)
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

foreach(file IN ITEMS libsbst/src/one.cpp libsbst/src/run/CMakeLists.txt libsbst/cmake/One.cmake
                      libsbst/cmake/one.cmake.in adapters/cli/src/run/one.cpp adapters/cli/CMakeLists.txt
                      tests/architecture/one.cmake CMakeLists.txt adapters/CMakeLists.txt tests/CMakeLists.txt
                      bench/CMakeLists.txt)
  run_on_line("${file}" "int x = 0;" code text)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "${file}: a good line was rejected:\n${text}")
  endif()
  foreach(line IN ITEMS "// as COBOL does" "int cobol_options = 0;" "struct CobolClass {};"
                        "enum class Kind { ledger };" "#include <sbst/cobol/abi.hpp>" "if(SBST_WITH_COBOL)")
    run_on_line("${file}" "${line}" code text)
    if(code EQUAL 0)
      message(SEND_ERROR "${file}: accepted: ${line}")
    elseif(NOT text MATCHES "${file}: says " OR NOT text MATCHES "1 line")
      message(SEND_ERROR "${file}: ${line}: the message is wrong:\n${text}")
    endif()
  endforeach()
endforeach()
# Adapters, their plugs and the list of plugs speak of what they are for.
foreach(file IN ITEMS adapters/cli/src/plugs/plugs.cpp adapters/cli/src/plugs/cobol/one.cpp
                      adapters/cobol/src/one.cpp adapters/cobol/CMakeLists.txt)
  run_on_line("${file}" "// as COBOL does" code text)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "${file}: rejected:\n${text}")
  endif()
endforeach()
# A keyword that no one reads is a mistake.
run_on_line(adapters/cobol/adapter.cmake "sbst_adapter(cobol OOPS WORDS cobol)" code text)
if(code EQUAL 0 OR NOT text MATCHES "no keyword for: OOPS")
  message(SEND_ERROR "a misspelt keyword was accepted, or the message is wrong:\n${text}")
endif()

# Without adapters, or in an empty tree, it proves nothing.
run_on_line(adapters/list.cmake "set(SBST_ADAPTERS plain)" code text)
if(code EQUAL 0)
  message(SEND_ERROR "a tree whose adapters claim no word was accepted")
endif()
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_words.cmake"
  RESULT_VARIABLE code
  OUTPUT_QUIET ERROR_QUIET)
if(code EQUAL 0)
  message(SEND_ERROR "an empty tree was accepted")
endif()
