# SPDX-License-Identifier: Apache-2.0
# Installs everything, staged and then moved, and tries it there: files, programs, manual pages,
# completion, pkg-config. Run by CTest with
#   ROOT      the project's sources
#   BUILD     the project's build folder
#   SCRATCH   a folder of this test's own
#   COMPILER  the C++ compiler, and LAUNCHER what stands before it (ccache), or nothing
#   WITH_JVM  whether the JVM adapter is part of the build
# What needs a program that is not there (man, mandoc, zsh, fish, pkg-config) is left out and named.
cmake_minimum_required(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# expect_text(TEXT): the last output has it.
function(expect_text text)
  string(FIND "${output}" "${text}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "expected '${text}' in:\n${output}")
  endif()
endfunction()

# find_or_name(VARIABLE PROGRAM)
function(find_or_name variable program)
  find_program(${variable} "${program}")
  if(NOT ${variable})
    message(STATUS "no ${program} here: what needs it is left out")
  endif()
endfunction()

file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
run("${CMAKE_COMMAND}" -E env "DESTDIR=${SCRATCH}/stage" "${CMAKE_COMMAND}" --install "${BUILD}"
    --prefix /opt/sbst)
set(prefix "${SCRATCH}/moved")
file(RENAME "${SCRATCH}/stage/opt/sbst" "${prefix}")

# --- files
file(GLOB_RECURSE installed RELATIVE "${prefix}" "${prefix}/*")
set(wanted bin/sbst share/man/man1/sbst.1 share/man/man1/sbst-evm-generate.1
    share/man/man1/sbst-study-report.1 share/bash-completion/completions/sbst
    share/zsh/site-functions/_sbst share/fish/vendor_completions.d/sbst.fish share/doc/sbst/README.md
    share/doc/sbst/LICENSE share/doc/sbst/NOTICE share/doc/sbst/SECURITY.md
    share/doc/sbst/libsbst/docs/packaging.md share/doc/sbst/adapters/cli/docs/reference.md
    share/doc/sbst/examples/contracts/artifacts/Auction.json include/sbst/error.hpp)
if(WITH_JVM)
  list(APPEND wanted libexec/sbst/sbst-jvm-worker libexec/sbst/sbst-jvm-launcher
       share/sbst/jvm/sbst-jvm-rt.jar share/sbst/jvm/sbst-jvm-referee.jar
       share/doc/sbst/licences/README.md share/doc/sbst/licences/asm/LICENSE-asm
       share/doc/sbst/licences/junit/LICENSE.md share/doc/sbst/licences/junit4/LICENSE-junit.txt
       share/doc/sbst/licences/hamcrest/LICENSE.txt share/doc/sbst/licences/jacoco/about.html)
  file(STRINGS "${ROOT}/adapters/jvm/jars/SHA256SUMS" lines)
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^[0-9a-f]+  " "" jar "${line}")
    list(APPEND wanted "share/sbst/jvm/jars/${jar}")
  endforeach()
endif()
foreach(file IN LISTS wanted)
  if(NOT file IN_LIST installed)
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
# Each command has its page; a build without an adapter has no commands of it.
file(STRINGS "${ROOT}/adapters/cli/docs/reference.md" commands REGEX "^## sbst ")
if(NOT WITH_JVM)
  list(FILTER commands EXCLUDE REGEX "^## sbst jvm ")
endif()
foreach(command IN LISTS commands)
  string(REGEX REPLACE "^## " "" page "${command}")
  string(REPLACE " " "-" page "${page}")
  if(NOT "share/man/man1/${page}.1" IN_LIST installed)
    message(FATAL_ERROR "no manual page ${page}.1 was installed")
  endif()
endforeach()

# --- programs: both adapters, from what was installed, also by a link
run("${CMAKE_COMMAND}" -E env --unset=SBST_JDKS "${ROOT}/scripts/try-installed" "${prefix}")
if(WITH_JVM)
  file(MAKE_DIRECTORY "${SCRATCH}/link")
  file(CREATE_LINK "${prefix}/bin/sbst" "${SCRATCH}/link/sbst" SYMBOLIC)
  run(javac -d "${SCRATCH}/classes" "${ROOT}/examples/java/bank/Ledger.java")
  run("${SCRATCH}/link/sbst" jvm generate --class-path "${SCRATCH}/classes" --class bank.Ledger
      --budget-executions 300 --out "${SCRATCH}/by_link")
  expect_text("Proven:")
endif()

# --- manual pages
file(GLOB pages "${prefix}/share/man/man1/*.1")
find_or_name(man man)
if(man)
  foreach(page IN LISTS pages)
    # What a page says may hold the word: only what stands beside it is a warning.
    execute_process(
      COMMAND "${CMAKE_COMMAND}" -E env LC_ALL=C.UTF-8 MANWIDTH=80 "${man}" --warnings -Tutf8 -l "${page}"
      OUTPUT_QUIET ERROR_VARIABLE warnings
      RESULT_VARIABLE status)
    if(NOT status EQUAL 0 OR warnings)
      message(FATAL_ERROR "man cannot show ${page} without a warning:\n${warnings}")
    endif()
  endforeach()
endif()
find_or_name(mandoc mandoc)
if(mandoc)
  run("${mandoc}" -T lint -W warning ${pages})
endif()

# --- completion; bash's is tried by scripts/try-installed
find_or_name(zsh zsh)
if(zsh)
  run("${zsh}" -f "${CMAKE_CURRENT_LIST_DIR}/complete.zsh" "${prefix}/share/zsh/site-functions"
      "sbst evm generate --see")
  expect_text("--seeding-prob")
  run("${zsh}" -f "${CMAKE_CURRENT_LIST_DIR}/complete.zsh" "${prefix}/share/zsh/site-functions" "sbst evm ")
  expect_text("Executes a written suite")
  foreach(words IN ITEMS "sbst -q evm " "sbst --seed 1 evm " "sbst help evm ")
    run("${zsh}" -f "${CMAKE_CURRENT_LIST_DIR}/complete.zsh" "${prefix}/share/zsh/site-functions" "${words}")
    expect_text("Executes a written suite")
  endforeach()
  run("${zsh}" -f "${CMAKE_CURRENT_LIST_DIR}/complete.zsh" "${prefix}/share/zsh/site-functions" "sbst help exit")
  expect_text("exit-codes")
endif()
find_or_name(fish fish)
if(fish)
  run("${fish}" --no-config -c
      "source '${prefix}/share/fish/vendor_completions.d/sbst.fish'\ncomplete -C 'sbst evm gen'\ncomplete -C 'sbst evm generate --see'")
  expect_text("generate")
  expect_text("--seeding-prob")
endif()

# --- pkg-config: flags from it alone
find_or_name(pkg_config pkg-config)
file(GLOB_RECURSE pc_file "${prefix}/*/sbst-core.pc")
if(pkg_config)
  get_filename_component(pc_dir "${pc_file}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} "${pc_dir}")
  file(GLOB modules RELATIVE "${pc_dir}" "${pc_dir}/*.pc")
  list(TRANSFORM modules REPLACE "\\.pc$" "")
  run("${pkg_config}" --validate ${modules})
  execute_process(
    COMMAND "${pkg_config}" --cflags --libs sbst-evm sbst-study
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${LAUNCHER} "${COMPILER}" -std=c++20 -DCONSUMER_HAS_STUDY -c
      "${CMAKE_CURRENT_LIST_DIR}/consumer.cpp" -o "${SCRATCH}/consumer.o" ${flags})
  run("${COMPILER}" "${SCRATCH}/consumer.o" -o "${SCRATCH}/consumer" ${flags})
  run("${SCRATCH}/consumer")
  file(READ "${CMAKE_CURRENT_LIST_DIR}/expected.txt" expected)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "the consumer printed\n${output}\ninstead of\n${expected}")
  endif()
endif()
