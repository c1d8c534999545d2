# SPDX-License-Identifier: Apache-2.0
# Run by CPack between staging and packing: compresses the files that Debian wants compressed, and puts copyright
# and changelog into each package.
find_program(gzip gzip REQUIRED)

file(GLOB folders "${CPACK_TEMPORARY_DIRECTORY}/*")
foreach(folder IN LISTS folders)
  if(NOT IS_DIRECTORY "${folder}/usr")
    continue()
  endif()
  get_filename_component(component "${folder}" NAME)
  string(TOUPPER "${component}" upper)
  set(package "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")

  file(GLOB_RECURSE pages "${folder}/usr/share/man/*.1")
  foreach(page IN LISTS pages)
    execute_process(COMMAND "${gzip}" -9nf "${page}" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()

  set(docs "${folder}/usr/share/doc/${package}")
  file(MAKE_DIRECTORY "${docs}")
  set(separator "")
  file(WRITE "${docs}/copyright" "")
  foreach(part IN LISTS CPACK_SBST_COPYRIGHT)
    file(READ "${part}" paragraphs)
    file(APPEND "${docs}/copyright" "${separator}${paragraphs}")
    set(separator "\n")
  endforeach()
  string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(
    WRITE "${docs}/changelog.Debian"
    "sbst (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
    "  * Package of this version; changelog.gz of the package sbst says what is new.\n\n"
    " -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${now}\n")
  execute_process(COMMAND "${gzip}" -9nf "${docs}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)

  # The name that Debian gives it; it has only one changelog of ours.
  if(EXISTS "${docs}/CHANGELOG.md")
    file(RENAME "${docs}/CHANGELOG.md" "${docs}/changelog")
    execute_process(COMMAND "${gzip}" -9nf "${docs}/changelog" COMMAND_ERROR_IS_FATAL ANY)
  endif()
  # It is not a package of Debian's archive, where a first upload answers a request.
  file(WRITE "${folder}/usr/share/lintian/overrides/${package}" "initial-upload-closes-no-bugs\n")
  file(GLOB_RECURSE files LIST_DIRECTORIES false "${docs}/*" "${folder}/usr/share/lintian/*")
  file(CHMOD ${files} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()
