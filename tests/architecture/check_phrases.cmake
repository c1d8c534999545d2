# SPDX-License-Identifier: Apache-2.0
# Checks the English of pages and sources: refuses phrases that a native reader stumbles over, and names the
# plain form. Case and line ends make no difference.
# Run: cmake -DROOT=DIR -P check_phrases.cmake
cmake_minimum_required(VERSION 3.25)

# The files to read, in ROOT and its folders; names in the code count too. Marks of comments at the beginning
# of a line are skipped.
set(pages "*.md")
set(sources "*.hpp" "*.cpp" "*.cmake" "CMakeLists.txt")
set(folders adapters bench examples libsbst scripts tests)
# The names of scripts have no suffix.
set(scripts "scripts/*" "bench/*" "bench/*/*" "tests/*/*" "tests/*/*/*")

# Left out: the reference page, which is made from the program's option rows; packages of others; the checks
# and their tests, which quote the phrases; a program in Python, where values are None; what an adapter says is
# no prose (NOT_PROSE).
set(left_out "^adapters/cli/docs/reference\\.md$|/node_modules/|^tests/architecture/check_phrases|^bench/peers/run$")

# The words of a language are nouns that pages count.
set(words "")
include("${CMAKE_CURRENT_LIST_DIR}/../../libsbst/cmake/SbstAdapters.cmake")
sbst_read_adapters("${ROOT}/adapters")
foreach(adapter IN LISTS SBST_ADAPTERS)
  list(APPEND sources ${SBST_ADAPTER_${adapter}_SOURCES})
  foreach(folder IN LISTS SBST_ADAPTER_${adapter}_NOT_PROSE)
    string(APPEND left_out "|^${folder}")
  endforeach()
  foreach(word IN LISTS SBST_ADAPTER_${adapter}_WORDS)
    string(APPEND words "${word}|")
  endforeach()
endforeach()

# Pairs: a regular expression of whole words in lower case, and the plain form.
set(phrases
    "so many"                     "the number, or N"
    "([a-z]*[a-qs-z]e|[a-z]*[a-df-z\"']) (is|are) none" "has no, or there is no"
    "says? of"                    "says about, or the noun"
    "one an? (${words}byte|call|class|criterion|entry|file|folder|function|goal|improvement|instruction|line|method|module|phase|point|process|row|run|second|subject|suite|test|transaction|worker)"
                                  "one per"
    "of (all )?[a-z]+ there (is|are)" "the subject first: there is, has"
    "(nobody|nobodies|somebody|whoever)" "the role, such as no process, the sender"
    "looked over"                 "checked, or read"
    "for as long as"              "while")
# One expression for all: most files have none of them.
set(any_phrase "")
set(rest "${phrases}")
while(rest)
  list(POP_FRONT rest words form)
  string(APPEND any_phrase "|${words}")
endwhile()
string(SUBSTRING "${any_phrase}" 1 -1 any_phrase)
# A name in quotes is not prose.
set(before_words "(^|[^a-z\"'`])")
# A sentence, a comment, a text or a cell of a table that begins with "Of". Here the case counts: a sentence
# may go on with `of` in the next line.
set(fronted "(^|\n|//+<?|/?\\*+|#+|[-.:!?|>(\"])[ \t]*Of([ \n]|$)")

# Sets `out` to the text of a line in lower case, without the marks of comments before it.
function(text_of line out)
  string(STRIP "${line}" line)
  if(line MATCHES "^(//+<?|#+|\\*|>)[ \t]*(.*)$")
    set(line "${CMAKE_MATCH_2}")
  endif()
  set(${out} "${line}" PARENT_SCOPE)
endfunction()

# Appends "FILE:LINE: says PHRASE, better: FORM" to `problems` for each line in which the phrase ends.
function(report_lines file text phrase form)
  file(RELATIVE_PATH relative "${ROOT}" "${file}")
  string(REPLACE "\n" ";" lines "${text}")
  set(number 0)
  set(before "")
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    text_of("${line}" line)
    if(line MATCHES "${phrase}" OR
       ("${before} ${line}" MATCHES "${phrase}" AND NOT before MATCHES "${phrase}"))
      string(REGEX MATCH "${phrase}" found "${before} ${line}")
      string(REGEX REPLACE "^[^a-z]|[^a-z]$" "" found "${found}")
      list(APPEND problems "${relative}:${number}: says '${found}', better: ${form}")
    endif()
    set(before "${line}")
  endforeach()
  set(problems "${problems}" PARENT_SCOPE)
endfunction()

# Appends "FILE:LINE: says Of, better: ..." to `problems` for each line with a sentence that begins with it.
function(report_fronted file text)
  file(RELATIVE_PATH relative "${ROOT}" "${file}")
  string(REPLACE "\n" ";" lines "${text}")
  set(number 0)
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    if(line MATCHES "${fronted}")
      list(APPEND problems "${relative}:${number}: says 'Of' first, better: the subject first")
    endif()
  endforeach()
  set(problems "${problems}" PARENT_SCOPE)
endfunction()

set(files "")
foreach(name IN LISTS pages sources)
  file(GLOB found "${ROOT}/${name}")
  list(APPEND files ${found})
  foreach(folder IN LISTS folders)
    file(GLOB_RECURSE found "${ROOT}/${folder}/${name}")
    list(APPEND files ${found})
  endforeach()
endforeach()
foreach(name IN LISTS scripts)
  file(GLOB found LIST_DIRECTORIES false "${ROOT}/${name}")
  list(FILTER found EXCLUDE REGEX "/[^/]*\\.[^/]*$")
  list(APPEND files ${found})
endforeach()
list(REMOVE_DUPLICATES files)
list(SORT files)

set(problems "")
set(checked 0)
foreach(file IN LISTS files)
  file(RELATIVE_PATH relative "${ROOT}" "${file}")
  if(relative MATCHES "${left_out}")
    continue()
  endif()
  math(EXPR checked "${checked} + 1")
  file(READ "${file}" text)
  string(REGEX REPLACE "[][;]" "," text "${text}")
  if(text MATCHES "${fronted}")
    report_fronted("${file}" "${text}")
  endif()
  string(TOLOWER "${text}" text)
  string(REGEX REPLACE "[ \t]*\n[ \t]*(//+<?|#+|\\*|>)?[ \t]*" " " joined "${text}")
  if(NOT joined MATCHES "${before_words}(${any_phrase})([^a-z]|$)")
    continue()
  endif()
  set(rest "${phrases}")
  while(rest)
    list(POP_FRONT rest words form)
    set(phrase "${before_words}${words}([^a-z]|$)")
    if(joined MATCHES "${phrase}")
      report_lines("${file}" "${text}" "${phrase}" "${form}")
    endif()
  endwhile()
endforeach()

if(checked EQUAL 0)
  message(FATAL_ERROR "no page under ${ROOT}: wrong folder?")
endif()
if(problems)
  list(JOIN problems "\n  " text)
  list(LENGTH problems count)
  message(FATAL_ERROR "${count} phrase(s) to say in plain English:\n  ${text}")
endif()
message(STATUS "${checked} files are free of foreign phrases")
