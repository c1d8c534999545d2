// SPDX-License-Identifier: Apache-2.0
// Runs the tests of a suite.json on any build of its contract in ethereumjs, and notes which values
// the build showed on the way (see wrapped.js). Next: referee.js.
import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM } from '@ethereumjs/evm'
import { SimpleStateManager } from '@ethereumjs/statemanager'
import { Account, createAddressFromString, createContractAddress, hexToBytes } from '@ethereumjs/util'
import { Interface } from '@ethersproject/abi'

// Calls to this address are values that a wrapped expression had.
export const witness = '0x00000000000000000000000000000000005b5741'

const firstBlock = 20_000_000n
const firstTimestamp = 1_800_000_000n
const secondsPerBlock = 12n

function hex(bytes) {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

// The name of a parameter in suite.json.
function nameOf(inputs, index) {
  const own = inputs[index].name
  if (own === '') return `arg${index}`
  const before = inputs.slice(0, index).filter(({ name }) => name === own).length
  return before === 0 ? own : `${own}#${before + 1}`
}

class Run {
  constructor(suite, abi, creation, test) {
    this.suite = suite
    this.interface = new Interface(abi)
    this.creation = creation
    this.test = test
    this.results = []
    this.arguments = []
    this.addresses = new Map(suite.actors.map(({ name, address }) => [name, address]))
  }

  // Returns the value that ethers encodes.
  value(json, type) {
    if (json !== null && typeof json === 'object' && 'result_of' in json) {
      const result = this.results[json.result_of]
      return result === undefined ? neutral(type) : result
    }
    if (json !== null && typeof json === 'object' && 'argument_of' in json) {
      const [call, parameter] = json.argument_of
      return this.arguments[call][parameter]
    }
    if (type.baseType === 'array')
      return json.map((member) => this.value(member, type.arrayChildren))
    if (type.baseType === 'tuple')
      return json.map((member, i) => this.value(member, type.components[i]))
    if (type.baseType === 'address') return this.addresses.get(json) ?? json
    if (type.baseType === 'string' && typeof json === 'object') return Buffer.from(json.hex.slice(2), 'hex')
    return json
  }

  fragmentOf(name) {
    if (name === 'constructor') return this.interface.deploy
    if (name === 'fallback' || name === 'receive') return undefined
    return this.interface.getFunction(name)
  }

  // Sender, value and jumps are parameters after the arguments.
  resolve(call, inputs, isPayable, sender) {
    const given = call.arguments ?? {}
    const values = inputs.map((input, i) => this.value(given[nameOf(inputs, i)], input))
    const word = { baseType: 'uint256' }
    const amounts = isPayable ? [BigInt(this.value(call.value ?? '0', word))] : []
    const jumps = [call.wait_seconds ?? 0, call.wait_blocks ?? 0].map((jump) => BigInt(this.value(jump, word)))
    this.arguments.push([...values, sender, ...amounts, ...jumps])
    return { values, amount: amounts[0] ?? 0n, seconds: jumps[0], blocks: jumps[1] }
  }

  data(call, fragment, values) {
    if (call.call === 'constructor')
      return this.creation + this.interface.encodeDeploy(values).slice(2)
    if (fragment === undefined) return Object.values(call.arguments ?? {})[0] ?? '0x'
    return this.interface.encodeFunctionData(fragment, values)
  }

  // Returns the outcome of each call and the values shown, call by call.
  async execute() {
    const common = new Common({ chain: Mainnet, hardfork: this.suite.chain.fork })
    const state = new SimpleStateManager({ common })
    const evm = await createEVM({ common, stateManager: state })
    let shown = []
    evm.events.on('beforeMessage', (message) => {
      if (message.to?.toString() === witness) shown.push(hex(message.data))
    })
    for (const { address, balance } of this.suite.actors)
      if (address !== undefined && balance !== '0')
        await state.putAccount(createAddressFromString(address.toLowerCase()), new Account(0n, BigInt(balance)))
    const outcome = { calls: [], shown: [], shownByConstructor: [] }
    let [number, timestamp, contract] = [firstBlock, firstTimestamp, undefined]
    for (const [index, call] of this.test.calls.entries()) {
      const fragment = this.fragmentOf(call.call)
      const isPayable = fragment === undefined || fragment.payable
      const sender = this.value(call.sender, { baseType: 'address' })
      const caller = createAddressFromString(sender.toLowerCase())
      if (index === 0) this.addresses.set('contract', createContractAddress(caller, 0n).toString())
      const resolved = this.resolve(call, fragment?.inputs ?? [], isPayable, sender)
      if (index > 0) {
        number += 1n + resolved.blocks
        timestamp += secondsPerBlock + resolved.seconds
      }
      shown = []
      const data = this.data(call, fragment, resolved.values)
      const result = await evm.runCall({
        caller, to: contract, value: resolved.amount, data: hexToBytes(data),
        gasLimit: 2n * BigInt(this.suite.chain.transaction_gas), block: { header: header(number, timestamp) },
      })
      await evm.journal.cleanup()
      evm.transientStorage.clear()
      state.originalStorageCache.clear()
      const hasFailed = result.execResult.exceptionError !== undefined
      outcome.calls.push(hasFailed ? 'threw' : 'returned')
      if (index === 0) {
        outcome.shownByConstructor = shown
        if (hasFailed) break
        contract = result.createdAddress
        if (contract.toString() !== this.addresses.get('contract')) throw new Error('address of the contract')
      } else {
        outcome.shown.push(shown)
      }
      this.results.push(hasFailed ? undefined : firstResult(this.interface, fragment, result.execResult.returnValue))
    }
    return outcome
  }
}

function neutral(type) {
  if (type.baseType === 'array') return []
  if (type.baseType === 'tuple') return type.components.map(neutral)
  if (type.baseType === 'bool') return false
  if (type.baseType === 'string') return ''
  if (type.baseType === 'address') return `0x${'0'.repeat(40)}`
  if (type.baseType === 'bytes') return '0x'
  const fixed = /^bytes(\d+)$/.exec(type.baseType)
  return fixed ? `0x${'00'.repeat(Number(fixed[1]))}` : '0'
}

function firstResult(contract, fragment, data) {
  if (fragment?.outputs?.length !== 1) return undefined
  return contract.decodeFunctionResult(fragment, hex(data))[0]
}

function header(number, timestamp) {
  const coinbase = createAddressFromString(`0x${'c01b'.padStart(40, '0')}`)
  return {
    number, timestamp, coinbase, cliqueSigner: () => coinbase, difficulty: 0n,
    prevRandao: new Uint8Array(32), gasLimit: 30_000_000n, baseFeePerGas: 0n, getBlobGasPrice: () => 0n,
  }
}

export function runTest(suite, abi, creation, test) {
  return new Run(suite, abi, creation, test).execute()
}
