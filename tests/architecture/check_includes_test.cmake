# SPDX-License-Identifier: Apache-2.0
# Tests check_includes.cmake itself on small trees: a good one passes, each rule broken alone fails
# and names the file. Run: cmake -DSCRATCH=DIR -P check_includes_test.cmake
cmake_minimum_required(VERSION 3.25)

# Writes a good tree, whose rooms are base < goal < stats and abi < render, then `file` (relative) with one line `#include <what>`, and runs the check.
function(run_on_tree file what out_code out_text)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/libsbst/include/sbst/id.hpp" "#include <Eigen/Core>\n#include <vector>\n")
  file(WRITE "${SCRATCH}/libsbst/src/id.cpp" "#include <sbst/id.hpp>\n#include <boost/graph/graph_traits.hpp>\n")
  file(WRITE "${SCRATCH}/libsbst/docs/tour.md"
       "| room | what |\n|---|---|\n| `base/` | ids; errors |\n| `goal/` | [goals](a.md) |\n| `stats/` | tests |\n")
  file(WRITE "${SCRATCH}/libsbst/src/base/error.cpp" "#include \"../../include/sbst/id.hpp\"\n")
  file(WRITE "${SCRATCH}/libsbst/include/sbst/goal/goal.hpp" "#include <sbst/id.hpp>\n#include <vector>\n")
  file(WRITE "${SCRATCH}/libsbst/src/stats/mean.cpp" "#include <vector>\n")
  file(WRITE "${SCRATCH}/adapters/cobol/README.md"
       "| room | what |\n|---|---|\n| `abi/` | types |\n| `render/` | text |\n| `docs/`, beside `src/` | pages |\n")
  file(WRITE "${SCRATCH}/adapters/cobol/include/sbst/cobol/abi.hpp" "#include <sbst/id.hpp>\n")
  file(WRITE "${SCRATCH}/adapters/cobol/src/abi.cpp" "#include <sbst/cobol/abi.hpp>\n#include <nlohmann/json.hpp>\n")
  file(WRITE "${SCRATCH}/adapters/cobol/src/render/text.cpp" "#include \"../abi.hpp\"\n")
  file(WRITE "${SCRATCH}/adapters/ada/src/main.cpp" "#include <sbst/id.hpp>\n")
  file(WRITE "${SCRATCH}/adapters/cli/README.md"
       "| room | what |\n|---|---|\n| `run/` | runs |\n| `plugs/` | languages |\n| `program/` | main |\n")
  file(WRITE "${SCRATCH}/adapters/cli/src/run/run.hpp" "#include <sbst/id.hpp>\n// #include <sbst/none.hpp>\n")
  file(WRITE "${SCRATCH}/adapters/cli/src/plugs/cobol/plug.cpp"
       "#include <sbst/cobol/abi.hpp>\n#include \"../../run/run.hpp\"\n#include \"plug.hpp\"\n")
  file(WRITE "${SCRATCH}/adapters/cli/src/plugs/plugs.cpp" "#include \"cobol/plug.hpp\"\n")
  file(WRITE "${SCRATCH}/adapters/cli/src/program/main.cpp" "#include \"../run/run.hpp\"\n")
  if(file)
    file(WRITE "${SCRATCH}/${file}" "#include <vector>\n  #  include <${what}> // why\n")
  endif()
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_includes.cmake"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  set(${out_code} "${code}" PARENT_SCOPE)
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

function(expect_rejected file what)
  run_on_tree("${file}" "${what}" code text)
  if(code EQUAL 0)
    message(SEND_ERROR "${file} including ${what} was accepted")
  elseif(NOT text MATCHES "${file}: includes ${what}" OR NOT text MATCHES "1 include.s. or room.s. that break")
    message(SEND_ERROR "${file} including ${what}: the message is wrong:\n${text}")
  endif()
endfunction()

# A file is rejected for the room that it is in, whatever it includes.
function(expect_no_room file room)
  run_on_tree("${file}" vector code text)
  if(code EQUAL 0 OR NOT text MATCHES "${file}: its room ${room}/ is not in the table of" OR
     NOT text MATCHES "1 include.s. or room.s. that break")
    message(SEND_ERROR "${file} in ${room}/ was accepted, or the message is wrong:\n${text}")
  endif()
endfunction()

run_on_tree("" "" code text)
if(NOT code EQUAL 0)
  message(SEND_ERROR "the good tree was rejected:\n${text}")
endif()
expect_rejected(libsbst/src/stats/bad.cpp sbst/id.hpp)
expect_rejected(libsbst/src/bad.cpp sbst/cobol/abi.hpp)
expect_rejected(libsbst/include/sbst/bad.hpp sbst/cli/table.hpp)
expect_rejected(libsbst/include/sbst/bad.hpp nlohmann/json.hpp)
expect_rejected(libsbst/include/sbst/bad.hpp boost/program_options.hpp)
expect_rejected(adapters/cobol/include/sbst/cobol/bad.hpp secp256k1_recovery.h)
expect_rejected(adapters/cobol/include/sbst/cobol/bad.hpp gmp.h)
expect_rejected(adapters/cobol/include/sbst/cobol/bad.hpp ledger/ledger.hpp)
expect_rejected(adapters/cobol/src/bad.cpp sbst/ada/agent.hpp)
expect_rejected(adapters/ada/src/bad.cpp sbst/cobol.hpp)
expect_rejected(adapters/cobol/src/bad.cpp sbst/cli/table.hpp)
expect_rejected(adapters/cobol/src/bad.cpp ../../ada/src/agent.hpp)
expect_rejected(adapters/cli/src/bad.cpp adapters/cobol/src/abi.hpp)
# The command line knows an adapter through its plug only.
expect_rejected(adapters/cli/src/run/bad.cpp sbst/cobol/abi.hpp)
expect_rejected(adapters/cli/src/program/bad.cpp sbst/ada/agent.hpp)
expect_rejected(adapters/cli/src/plugs/ada/bad.cpp sbst/cobol/abi.hpp)
expect_rejected(adapters/cli/src/plugs/ada/bad.cpp ../cobol/plug.hpp)
expect_rejected(adapters/cli/src/plugs/ada/bad.cpp ../../program/help.hpp)
expect_rejected(adapters/cli/src/run/bad.cpp ../plugs/cobol/plug.hpp)
# Rooms include what is below them, through whichever path.
expect_rejected(libsbst/src/base/bad.cpp sbst/goal/goal.hpp)
expect_rejected(libsbst/include/sbst/bad.hpp sbst/goal/goal.hpp)
expect_rejected(libsbst/internal/sbst/bad.hpp sbst/stats/mean.hpp)
expect_rejected(libsbst/include/sbst/goal/bad.hpp ../stats/mean.hpp)
expect_rejected(adapters/cobol/src/abi/bad.cpp sbst/cobol/render/text.hpp)
expect_rejected(adapters/cobol/src/abi/bad.cpp ../render/text.hpp)
expect_rejected(adapters/cobol/src/bad.cpp render/text.hpp)
expect_no_room(libsbst/src/attic/bad.cpp attic)
expect_no_room(adapters/cobol/include/sbst/cobol/attic/bad.hpp attic)
foreach(good IN ITEMS libsbst/src/goal/good.cpp adapters/cobol/src/render/good.cpp
                      adapters/ada/src/attic/good.cpp)
  run_on_tree("${good}" sbst/id.hpp code text)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "${good} was rejected:\n${text}")
  endif()
endforeach()
# A row of the table is a room that is there, and a library has a table.
function(expect_without path message)
  run_on_tree("" "" code text)
  file(REMOVE_RECURSE "${SCRATCH}/${path}")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_includes.cmake"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  if(code EQUAL 0 OR NOT text MATCHES "${message}")
    message(SEND_ERROR "without ${path}: accepted, or the message is wrong:\n${text}")
  endif()
endfunction()
expect_without(libsbst/include/sbst/goal "libsbst/docs/tour.md: no header or source is in its room goal/")
expect_without(adapters/cobol/README.md "adapters/cobol/README.md: it has no table of rooms")

file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_includes.cmake"
  RESULT_VARIABLE code
  OUTPUT_QUIET ERROR_QUIET)
if(code EQUAL 0)
  message(SEND_ERROR "an empty tree was accepted")
endif()
