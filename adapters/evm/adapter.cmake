# SPDX-License-Identifier: Apache-2.0
# The EVM adapter, for the build, the packages and the checks of the tree. libsbst/cmake/SbstAdapters.cmake
# explains each keyword.
sbst_adapter(
  evm
  HELP "Build the EVM adapter"
  DEFAULT ON
  # GMP's module stands in libsbst/cmake: the tests of the core use GMP too.
  NEEDS "OpenSSL 3 COMPONENTS Crypto" Threads GMP Secp256k1
  PKG_CONFIG GMP::GMP=gmp Secp256k1::Secp256k1=libsecp256k1
  TURNS "a compiled smart contract (EVM bytecode) into a small readable test suite"
  DEBIAN_LIBRARIES libgmp-dev libsecp256k1-dev libssl-dev
  EXAMPLES "*.sol" "artifacts/*.json"
  # They show the account `nobody`.
  NOT_PROSE tests/evm/output/ tests/evm/render/
  WORDS evm ethereum solidity solc contract contracts wei gwei ether gas calldata keccak256 foundry forge hardhat
        bytecode bytecodes opcode opcodes)
