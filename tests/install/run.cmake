# SPDX-License-Identifier: Apache-2.0
# run(COMMAND...): stdout and stderr in `output`; fails with them.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "failed (${code}): ${command}\n${text}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()
