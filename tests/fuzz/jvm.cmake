# SPDX-License-Identifier: Apache-2.0
# The fuzz targets of the JVM adapter, added by CMakeLists.txt.
sbst_add_fuzz_target(class_file sbst::jvm)
sbst_add_fuzz_target(construction sbst::jvm)
sbst_add_fuzz_target(jar sbst::jvm)
sbst_add_fuzz_target(jdk_image sbst::jvm)
sbst_add_fuzz_target(signature sbst::jvm)
