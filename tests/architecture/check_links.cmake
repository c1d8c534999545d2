# SPDX-License-Identifier: Apache-2.0
# Checks that every relative link of the project's Markdown files names something that exists.
# Run: cmake -DROOT=DIR -P check_links.cmake
cmake_minimum_required(VERSION 3.25)

file(GLOB files "${ROOT}/*.md")
foreach(folder IN ITEMS libsbst adapters examples bench tests)
  file(GLOB_RECURSE found "${ROOT}/${folder}/*.md")
  list(APPEND files ${found})
endforeach()
list(FILTER files EXCLUDE REGEX "/node_modules/")

set(problems "")
set(count 0)
foreach(file IN LISTS files)
  get_filename_component(dir "${file}" DIRECTORY)
  file(READ "${file}" text)
  # Brackets and semicolons confuse CMake's lists; only what is between "](" and ")" matters.
  string(REPLACE ";" " " text "${text}")
  string(REPLACE "](" "<link>" text "${text}")
  string(REGEX REPLACE "[][]" " " text "${text}")
  string(REGEX MATCHALL "<link>[^)# ]+" links "${text}")
  foreach(link IN LISTS links)
    string(REPLACE "<link>" "" link "${link}")
    # Addresses, and the parameters of a lambda in an example of code.
    if(link MATCHES "^[a-z]+:" OR link STREQUAL "const")
      continue()
    endif()
    math(EXPR count "${count} + 1")
    if(NOT EXISTS "${dir}/${link}")
      file(RELATIVE_PATH relative "${ROOT}" "${file}")
      list(APPEND problems "${relative}: ${link}")
    endif()
  endforeach()
endforeach()

if(count EQUAL 0)
  message(FATAL_ERROR "no link under ${ROOT}: wrong folder?")
endif()
if(problems)
  list(JOIN problems "\n  " text)
  message(FATAL_ERROR "links that lead nowhere:\n  ${text}")
endif()
message(STATUS "${count} links lead somewhere")
