# SPDX-License-Identifier: Apache-2.0
# Tests check_next.cmake itself: heads that lead to files pass, others fail and the message names them.
# Run: cmake -DSCRATCH=DIR -P check_next_test.cmake
cmake_minimum_required(VERSION 3.25)

# Runs the check on a tree with one source, which has that head.
function(run_on_head head out_code out_text)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/libsbst/include/sbst/goal/goal.hpp" "// A goal.\n")
  file(WRITE "${SCRATCH}/libsbst/docs/tour.md" "# A page\n")
  file(WRITE "${SCRATCH}/libsbst/include/sbst/test/value.hpp"
       "// SPDX-License-Identifier: Apache-2.0\n${head}\n#pragma once\n// Next: gone.hpp\n")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_next.cmake"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  set(${out_code} "${code}" PARENT_SCOPE)
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

foreach(good IN ITEMS "// A value. Next: ../goal/goal.hpp." "// A value. Next:\n// sbst/goal/goal.hpp, value.hpp."
                      "// A value. Next: libsbst/docs/tour.md, then any of ../goal/*.hpp.")
  run_on_head("${good}" code text)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "rejected: ${good}\n${text}")
  endif()
endforeach()

# Fails unless the check refuses the head, naming the file that does not exist.
function(expect_refused head problem)
  run_on_head("${head}" code text)
  if(code EQUAL 0)
    message(SEND_ERROR "accepted: ${head}")
  elseif(NOT text MATCHES "libsbst/include/sbst/test/value.hpp: ${problem}")
    message(SEND_ERROR "${head}: the message is wrong:\n${text}")
  endif()
endfunction()

expect_refused("// A value. Next: goal.hpp." "Next: goal.hpp does not exist")
expect_refused("// A value. Next: ../goal/goal.hpp,\n// other.cpp." "Next: other.cpp does not exist")
expect_refused("// A value. Next: sbst/goal/gone.hpp." "Next: sbst/goal/gone.hpp does not exist")
expect_refused("// A value. Next: gone/*.hpp." "Next: gone/\\*.hpp does not exist")
expect_refused("// A value. Next: the goals." "'Next:' names no file")

# A tree without heads proves nothing.
run_on_head("// A value." code text)
if(code EQUAL 0)
  message(SEND_ERROR "a tree without heads was accepted")
endif()
