// SPDX-License-Identifier: Apache-2.0
// Nothing of its own: its target precompiles what tests share, see SBST_PRECOMPILE_TESTS.
