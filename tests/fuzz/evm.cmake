# SPDX-License-Identifier: Apache-2.0
# The fuzz targets of the EVM adapter, added by CMakeLists.txt.
sbst_add_fuzz_target(abi sbst::evm)
sbst_add_fuzz_target(artifact sbst::evm)
target_include_directories(fuzz_artifact PRIVATE "${PROJECT_SOURCE_DIR}/adapters/evm/src")
sbst_add_fuzz_target(flow_graph sbst::evm)
sbst_add_fuzz_target(interpreter sbst::evm watched_runs.cpp)
sbst_add_fuzz_target(precompile sbst::evm)
sbst_add_fuzz_target(rlp sbst::evm)
sbst_add_fuzz_target(state_test sbst::evm)
sbst_add_fuzz_target(suite sbst::evm)
