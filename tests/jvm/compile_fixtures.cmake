# SPDX-License-Identifier: Apache-2.0
# sbst_compile_java(NAME SOURCES...): compiles Java files of ours at build time, with debug tables,
# for Java 17, into a folder of classes; ${NAME}_classes is the folder, ${NAME}_java the target.
function(sbst_compile_java name)
  set(classes "${CMAKE_CURRENT_BINARY_DIR}/${name}_classes")
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE sources)
  add_custom_command(
    OUTPUT "${classes}.stamp"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${classes}"
    COMMAND "${Java_JAVAC_EXECUTABLE}" --release 17 -g -parameters -Xlint:-options -encoding UTF-8 -d
            "${classes}" ${sources}
    COMMAND "${CMAKE_COMMAND}" -E touch "${classes}.stamp"
    DEPENDS ${sources}
    COMMENT "Compiling the Java fixtures of ${name}"
    VERBATIM)
  add_custom_target(${name}_java DEPENDS "${classes}.stamp")
  set(${name}_classes "${classes}" PARENT_SCOPE)
endfunction()

# sbst_test_on_other_jdks(NAME [CASES]): the test again on every further JDK of the machine. On a
# machine with one JDK it is skipped, and a line says so. CASES (tags of Catch2) chooses some of its
# cases; if SBST_ALL_CASES is set when the test runs, as scripts/check does, all run.
function(sbst_test_on_other_jdks name)
  get_filename_component(javac "${Java_JAVAC_EXECUTABLE}" REALPATH)
  cmake_path(GET javac PARENT_PATH bin)
  cmake_path(GET bin PARENT_PATH home)
  add_test(NAME ${name}.other_jdks
           COMMAND "${PROJECT_SOURCE_DIR}/tests/jvm/on_other_jdks" "${home}" "$<TARGET_FILE:${name}>" ${ARGN})
  set_tests_properties(${name}.other_jdks PROPERTIES SKIP_RETURN_CODE 77)
endfunction()
