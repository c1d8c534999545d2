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
