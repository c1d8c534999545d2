# SPDX-License-Identifier: Apache-2.0
# Tests check_phrases.cmake itself: a good page passes, each phrase fails and the message names the line.
# Run: cmake -DSCRATCH=DIR -P check_phrases_test.cmake
cmake_minimum_required(VERSION 3.25)

# Writes an adapter of a language with sources, a word, and a folder that is not read.
function(write_adapter)
  file(WRITE "${SCRATCH}/adapters/list.cmake" "set(SBST_ADAPTERS cobol plain)\n")
  file(WRITE "${SCRATCH}/adapters/cobol/adapter.cmake"
       "sbst_adapter(cobol SOURCES *.cbl NOT_PROSE tests/cobol/names/ WORDS ledger)\n")
endfunction()

# Runs the check on a tree with one page, whose third line and after are the text.
function(run_on_text text out_code out_text)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/libsbst/docs/page.md" "# A page; it [links](a.md\n\n${text}\n")
  file(WRITE "${SCRATCH}/tests/peer/node_modules/peer/README.md" "So many!\n")
  file(WRITE "${SCRATCH}/adapters/cli/docs/reference.md" "So many!\n")
  write_adapter()
  file(WRITE "${SCRATCH}/tests/cobol/names/a.cpp" "so many\n")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_phrases.cmake"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  set(${out_code} "${code}" PARENT_SCOPE)
  set(${out_text} "${text}" PARENT_SCOPE)
endfunction()

foreach(good IN ITEMS "One per test." "It is nonetheless so. Many do." "He says often that none is there."
                      "One. A test follows." "As long as it runs." "nothing when there is none"
                      "The account `nobody`." "Two\nof them." "The House Of Cards" "AstFacts: of a base"
                      "Often. Offers.")
  run_on_text("${good}" code text)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "rejected: ${good}\n${text}")
  endif()
endforeach()

# Fails unless the check refuses the text, for that phrase in that line.
function(expect_refused text line phrase)
  run_on_text("${text}" code message)
  if(code EQUAL 0)
    message(SEND_ERROR "accepted: ${text}")
  elseif(NOT message MATCHES "libsbst/docs/page.md:${line}: says '${phrase}', better: " OR
         NOT message MATCHES "1 phrase")
    message(SEND_ERROR "${text}: the message is wrong:\n${message}")
  endif()
endfunction()

expect_refused("It runs so many times." 3 "so many")
expect_refused("A path that is none." 3 "that is none")
expect_refused("Values are None" 3 "values are none")
expect_refused("| what it says of objects |" 3 "says of")
expect_refused("What members say of objects." 3 "say of")
expect_refused("Files, one a test" 3 "one a test")
expect_refused("One an improvement" 3 "one an improvement")
expect_refused("One a ledger" 3 "one a ledger")
expect_refused("that of objects there is more" 3 "of objects there is")
expect_refused("that of all tests there are two" 3 "of all tests there are")
expect_refused("what nobody wrote" 3 "nobody")
expect_refused("(whoever waits)" 3 "whoever")
expect_refused("It was looked over." 3 "looked over")
expect_refused("for as long as it runs" 3 "for as long as")
# A sentence that begins with "Of", wherever it begins.
foreach(text IN ITEMS "Of objects, two" "It ends. Of two, one" "It ends. Of\ntwo" "/// Of a list." "  # Of 8 bytes"
                      "/** Of it. */" "| a | Of a file |" "f(); // Of f" "add(\"Of a file\")")
  run_on_text("${text}" code message)
  if(code EQUAL 0 OR NOT message MATCHES "1 phrase.*libsbst/docs/page.md:3: says 'Of' first")
    message(SEND_ERROR "accepted, or the message is wrong: ${text}\n${message}")
  endif()
endforeach()
# Over the end of a line, after the marks of a comment or a quotation, and not across a paragraph.
expect_refused("It runs so\nmany times." 4 "so many")
expect_refused("- it runs so\n  many times." 4 "so many")
expect_refused("> it runs so\n> many times." 4 "so many")
expect_refused("/// it runs so\n/// many times." 4 "so many")
run_on_text("It is so\n\nmany times" code text)
if(NOT code EQUAL 0)
  message(SEND_ERROR "two paragraphs were read as one:\n${text}")
endif()
# Every line is named.
run_on_text("so many\nand so many\nit is none" code text)
if(NOT text MATCHES "page.md:3: .*page.md:4: .*page.md:5: " OR NOT text MATCHES "3 phrase")
  message(SEND_ERROR "not every line is named:\n${text}")
endif()

# Sources of all kinds are read: comments, texts and names, but not the account's name in quotes. Fails unless
# the check refuses, or accepts, a file of that name with that text.
function(expect_file name text is_refused)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/libsbst/docs/page.md" "# A page\n")
  write_adapter()
  file(WRITE "${SCRATCH}/${name}" "${text}\n")
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_phrases.cmake"
    RESULT_VARIABLE code
    OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  if(is_refused AND (code EQUAL 0 OR NOT text MATCHES "${name}:"))
    message(SEND_ERROR "${name} was accepted:\n${text}")
  elseif(NOT is_refused AND NOT code EQUAL 0)
    message(SEND_ERROR "${name} was refused:\n${text}")
  endif()
endfunction()

foreach(name IN ITEMS libsbst/include/sbst/a.hpp adapters/cobol/src/exec/a.cpp bench/core/a.cpp)
  expect_file("${name}" "/// It runs so\n/// many times.\nint f();" TRUE)
  expect_file("${name}" "int nobody = 0; // a name" TRUE)
  expect_file("${name}" "add(\"nobody\"); // `nobody` is a name" FALSE)
endforeach()
expect_file(adapters/cobol/runtime/a.cbl " * Called by\n * somebody." TRUE)
foreach(name IN ITEMS CMakeLists.txt libsbst/cmake/A.cmake scripts/a bench/cobol/a tests/cli/a)
  expect_file("${name}" "# It runs so\n# many times." TRUE)
endforeach()

file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${SCRATCH}" -P "${CMAKE_CURRENT_LIST_DIR}/check_phrases.cmake"
  RESULT_VARIABLE code
  OUTPUT_QUIET ERROR_QUIET)
if(code EQUAL 0)
  message(SEND_ERROR "an empty tree was accepted")
endif()
