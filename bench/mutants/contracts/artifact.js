// SPDX-License-Identifier: Apache-2.0
// Writes the artifact of a contract: node artifact.js SOURCE.sol. Started by bench/mutants/run for
// sources without one; the optimiser is on, as in most builds.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import solc from 'solc'

const path = process.argv[2]
const sourceName = basename(path)
const contractName = basename(path, '.sol')
const source = readFileSync(path, 'utf8')
const settings = { optimizer: { enabled: true, runs: 200 }, evmVersion: 'cancun' }
const output = JSON.parse(solc.compile(JSON.stringify({
  language: 'Solidity',
  sources: { [sourceName]: { content: source } },
  settings: { ...settings,
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'], '': ['ast'] } } },
})))
const failures = (output.errors ?? []).filter(({ severity }) => severity === 'error')
if (failures.length > 0) throw new Error(failures[0].formattedMessage)
const { abi, evm } = output.contracts[sourceName][contractName]
console.log(JSON.stringify({
  contractName, sourceName, abi, source,
  bytecode: `0x${evm.bytecode.object}`,
  deployedBytecode: `0x${evm.deployedBytecode.object}`,
  immutableReferences: evm.deployedBytecode.immutableReferences,
  sourceMap: evm.bytecode.sourceMap,
  deployedSourceMap: evm.deployedBytecode.sourceMap,
  ast: output.sources[sourceName].ast,
  compiler: { name: 'solc', version: solc.version(), settings },
}))
