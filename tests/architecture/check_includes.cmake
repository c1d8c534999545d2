# SPDX-License-Identifier: Apache-2.0
# Checks who includes whom (libsbst/docs/tour.md, "Layers"). Run: cmake -DROOT=DIR -P check_includes.cmake
#
# 1. The core (libsbst/) never includes an adapter.
# 2. Adapters never include each other; only adapters/cli, which nobody includes, may include them.
# 3. A public header includes, of third parties, only what an installed consumer is given: Eigen.
# 4. The statistics include nothing else of the core.
# 5. A relative include stays inside its own part: no "../" that leaves it by the back door.
cmake_minimum_required(VERSION 3.25)

set(problems "")

# Appends "FILE: includes X: RULE" to `problems`.
macro(report file included rule)
  file(RELATIVE_PATH relative "${ROOT}" "${file}")
  list(APPEND problems "${relative}: includes ${included}: ${rule}")
endmacro()

# Sets `out` to the headers that the file includes, without brackets, quotes and comments.
function(read_includes file out)
  file(STRINGS "${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
  set(found "")
  foreach(line IN LISTS lines)
    if(line MATCHES "[<\"]([^>\"]+)[>\"]")
      list(APPEND found "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# The parts of the tree: the core, then each adapter.
set(adapters "")
file(GLOB adapter_dirs LIST_DIRECTORIES true "${ROOT}/adapters/*")
foreach(dir IN LISTS adapter_dirs)
  if(IS_DIRECTORY "${dir}")
    get_filename_component(name "${dir}" NAME)
    list(APPEND adapters "${name}")
  endif()
endforeach()

set(checked 0)
foreach(part IN ITEMS core LISTS adapters)
  if(part STREQUAL "core")
    set(dir "${ROOT}/libsbst")
  else()
    set(dir "${ROOT}/adapters/${part}")
  endif()
  file(GLOB_RECURSE files "${dir}/*.hpp" "${dir}/*.cpp" "${dir}/*.h" "${dir}/*.ipp")
  list(SORT files)
  foreach(file IN LISTS files)
    math(EXPR checked "${checked} + 1")
    read_includes("${file}" includes)
    foreach(included IN LISTS includes)
      if(included MATCHES "\\.\\./")
        get_filename_component(place "${file}" DIRECTORY)
        get_filename_component(target "${included}" ABSOLUTE BASE_DIR "${place}")
        cmake_path(IS_PREFIX dir "${target}" NORMALIZE inside)
        if(NOT inside)
          report("${file}" "${included}" "a relative include stays in its own part")
        endif()
      elseif(included MATCHES "^(adapters|libsbst)/")
        report("${file}" "${included}" "includes name a header from its include root")
      endif()
      foreach(other IN LISTS adapters)
        if(included MATCHES "^sbst/${other}(/|\\.hpp$)" AND NOT other STREQUAL part)
          if(part STREQUAL "core")
            report("${file}" "${included}" "the core knows no adapter")
          elseif(NOT part STREQUAL "cli" OR other STREQUAL "cli")
            report("${file}" "${included}" "adapters never include each other")
          endif()
        endif()
      endforeach()
      if(file MATCHES "/libsbst/(include/sbst|src)/stats/" AND included MATCHES "^sbst/" AND
         NOT included MATCHES "^sbst/stats/")
        report("${file}" "${included}" "the statistics include nothing else of the core")
      endif()
      if(file MATCHES "/include/sbst/" AND
         included MATCHES "^(boost|fmt|nlohmann|yaml-cpp|openssl|catch2)/|^(gmp|secp256k1)[a-z_]*\\.h$")
        report("${file}" "${included}" "a public header offers no third party but Eigen")
      endif()
    endforeach()
  endforeach()
endforeach()

if(checked EQUAL 0)
  message(FATAL_ERROR "no source file under ${ROOT}: wrong folder?")
endif()
if(problems)
  list(JOIN problems "\n  " text)
  list(LENGTH problems count)
  message(FATAL_ERROR "${count} forbidden include(s):\n  ${text}")
endif()
message(STATUS "${checked} files include only what they may")
