// SPDX-License-Identifier: Apache-2.0
// Replays the transaction plans through ethereumjs, as bench_evm does through our executor, and
// writes what it measured as JSON: node replay.js FOLDER PASSES. Started by bench/peers/run.
import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM } from '@ethereumjs/evm'
import { SimpleStateManager } from '@ethereumjs/statemanager'
import { Account, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const contracts = ['BasicToken', 'Casino', 'MultiSigWallet', 'SecureAuction', 'TestDateTime']
const generations = 3 // measured; one more is the warm-up
const common = new Common({ chain: Mainnet, hardfork: Hardfork.Istanbul })

// Reads `generation test isCall sender value data`; words are hexadecimal without prefix, `-` is
// empty data.
function load(file) {
  const plan = []
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [generation, , isCall, sender, value, data] = line.split(/\s+/)
    if (data === undefined) throw new Error(`${file}: six fields expected in '${line}'`)
    plan[Number(generation)] ??= []
    const bytes = data === '-' ? new Uint8Array() : hexToBytes(`0x${data}`)
    const nonZero = bytes.filter((byte) => byte !== 0).length
    plan[Number(generation)].push({
      isCall: isCall === '1',
      sender: createAddressFromString(`0x${sender}`),
      value: BigInt(`0x${value}`),
      data: bytes,
      intrinsicGas: BigInt(
        21000 + (isCall === '1' ? 0 : 32000) + 4 * (bytes.length - nonZero) + 16 * nonZero,
      ),
    })
  }
  return plan
}

// Executes one generation from a fresh world; `trace` gets place and opcode of every instruction.
async function run(generation, trace) {
  const state = new SimpleStateManager({ common })
  const evm = await createEVM({ common, stateManager: state })
  if (trace !== undefined) evm.events.on('step', (step) => trace.push(step.pc, step.opcode.name))
  for (const { sender } of generation)
    await state.putAccount(sender, new Account(0n, 2n ** 120n))
  const counts = { steps: 0, failed: 0 }
  const header = { ...fixedHeader(), number: 1n, timestamp: 1_790_000_000n }
  let contract
  for (const planned of generation) {
    if (!planned.isCall) {
      contract = undefined
      counts.steps += endTest(trace)
    }
    const result = await evm.runCall({
      caller: planned.sender,
      to: contract,
      value: planned.value,
      data: planned.data,
      gasLimit: 6_000_000n - planned.intrinsicGas,
      block: { header },
    })
    await evm.journal.cleanup()
    state.originalStorageCache.clear()
    header.number++
    header.timestamp++
    if (result.execResult.exceptionError !== undefined) counts.failed++
    if (!planned.isCall) contract = result.createdAddress
  }
  counts.steps += endTest(trace)
  return counts
}

function endTest(trace) {
  const steps = (trace?.length ?? 0) / 2
  if (trace !== undefined) trace.length = 0
  return steps
}

function fixedHeader() {
  const coinbase = createAddressFromString(`0x${'0'.repeat(40)}`)
  return {
    coinbase,
    cliqueSigner: () => coinbase,
    difficulty: 0n,
    prevRandao: new Uint8Array(32),
    gasLimit: 30_000_000n,
    baseFeePerGas: undefined,
    getBlobGasPrice: () => undefined,
  }
}

// Milliseconds of CPU time a generation.
async function measure(plan, passes, trace) {
  const start = process.cpuUsage()
  for (let pass = 0; pass < passes; ++pass)
    for (let generation = 0; generation < generations; ++generation)
      await run(plan[generation], trace)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e3 / (passes * generations)
}

const [folder, passes] = process.argv.slice(2)
if (!(Number(passes) >= 1)) throw new Error('usage: node replay.js FOLDER PASSES')
const rows = []
for (const contract of contracts) {
  const plan = load(join(folder, `${contract}.txt`))
  await run(plan[generations]) // warm-up
  const counts = []
  for (let generation = 0; generation < generations; ++generation) {
    counts.push(await run(plan[generation], []))
    const plain = await run(plan[generation])
    if (plain.failed !== counts[generation].failed)
      throw new Error(`${contract}: plain and traced runs differ`)
  }
  for (const [mode, trace] of [['plain', undefined], ['trace', []]])
    rows.push({
      engine: 'ethereumjs',
      mode,
      contract,
      ms: await measure(plan, Number(passes), trace),
      steps: counts.map(({ steps }) => steps),
      failed: counts.map(({ failed }) => failed),
    })
}
console.log(JSON.stringify(rows, undefined, 1))
