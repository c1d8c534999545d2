# SPDX-License-Identifier: Apache-2.0
# Installs what sbst runs for Java classes: our programs, our jars, and third-party jars with their licences.
# adapters/jvm/jars/README.md says what each of those is, under which licence, and where its source is.
include_guard(GLOBAL)

get_property(runtime_jar GLOBAL PROPERTY SBST_JVM_RUNTIME_JAR)
get_target_property(referee_jar sbst_jvm_referee_jar JAR_FILE)
install(TARGETS sbst_jvm_worker sbst_jvm_launcher
        RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/sbst" COMPONENT sbst)
set(sbst_jvm_data_dir "${CMAKE_INSTALL_DATADIR}/sbst/jvm")
install(FILES "${runtime_jar}" "${referee_jar}" DESTINATION "${sbst_jvm_data_dir}" COMPONENT sbst)

file(STRINGS "${PROJECT_SOURCE_DIR}/adapters/jvm/jars/SHA256SUMS" lines)
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^[0-9a-f]+  " "" jar "${line}")
  if(EXISTS "${SBST_JVM_JARS}/${jar}")
    install(FILES "${SBST_JVM_JARS}/${jar}" DESTINATION "${sbst_jvm_data_dir}/jars" COMPONENT sbst)
  else()
    message(STATUS "No ${jar} in ${SBST_JVM_JARS}: it will not be installed")
  endif()
endforeach()

# sbst_install_licences(FOLDER ARTIFACT FILE...): files of the one jar ARTIFACT-VERSION.jar, which
# stand in its folder of the documentation under their last names.
function(sbst_install_licences folder artifact)
  sbst_find_jar(jar ${artifact})
  set(scratch "${PROJECT_BINARY_DIR}/licences/${folder}")
  file(ARCHIVE_EXTRACT INPUT "${jar}" DESTINATION "${scratch}" PATTERNS ${ARGN})
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS "${scratch}/${file}")
      message(FATAL_ERROR "${jar} has no ${file}: its licence must be installed with it")
    endif()
    install(FILES "${scratch}/${file}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/licences/${folder}"
            COMPONENT sbst)
  endforeach()
endfunction()
sbst_install_licences(
  junit junit-platform-console-standalone META-INF/LICENSE.md META-INF/LICENSE-notice.md
  META-INF/LICENSE-fastcsv META-INF/LICENSE-open-test-reporting.md META-INF/LICENSE-picocli.md
  META-INF/shadowed-artifacts)
sbst_install_licences(junit4 junit LICENSE-junit.txt)
sbst_install_licences(hamcrest hamcrest-core LICENSE.txt)
# The agent's page has ASM's licence too: it holds a copy of ASM.
sbst_install_licences(jacoco org.jacoco.agent about.html)
install(FILES "${PROJECT_SOURCE_DIR}/adapters/jvm/jars/README.md"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}/licences" COMPONENT sbst)
install(FILES "${PROJECT_SOURCE_DIR}/adapters/jvm/jars/LICENSE-asm"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}/licences/asm" COMPONENT sbst)
