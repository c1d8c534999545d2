# SPDX-License-Identifier: Apache-2.0
# Checks that what all languages share speaks of none: sources under libsbst/, and sources and
# CMakeLists.txt of the command line outside its plugs, have no word of a virtual machine that an adapter brings. The list of
# plugs, plugs/plugs.cpp, names them. Run: cmake -DROOT=DIR -P check_words.cmake
cmake_minimum_required(VERSION 3.25)

set(words
    evm ethereum solidity solc contract contracts wei gwei ether gas calldata keccak256 foundry forge hardhat
    jvm java javac jdk hotspot junit jacoco jar jars classfile bytecode bytecodes opcode opcodes)
list(JOIN words "|" any)

set(problems "")
set(checked 0)
file(GLOB_RECURSE files "${ROOT}/libsbst/*.hpp" "${ROOT}/libsbst/*.cpp" "${ROOT}/adapters/cli/*.hpp"
     "${ROOT}/adapters/cli/*.cpp" "${ROOT}/adapters/cli/CMakeLists.txt")
list(FILTER files EXCLUDE REGEX "/adapters/cli/src/plugs/")
list(SORT files)
foreach(file IN LISTS files)
  math(EXPR checked "${checked} + 1")
  file(STRINGS "${file}" lines)
  foreach(line IN LISTS lines)
    # Words as people write them, and as parts of names: EvmCode, jvm_options.
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
