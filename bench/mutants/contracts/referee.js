// SPDX-License-Identifier: Apache-2.0
// Says which tests of a suite infect which mutants of a contract: node referee.js JOB.json. The job
// names the artifact, suite.json and the mutants of report.json; the verdicts are written as JSON.
// Each mutant is compiled, and each test is run on it and on the original: a test infects the mutant
// exactly when the values of the changed expression differ. Started by bench/mutants/run.
import { readFileSync } from 'node:fs'

import { runTest } from './chain.js'
import { compile, Subject } from './wrapped.js'

// `Token.sol:53 a + b: + becomes -`; literals have no operator. Null for what is not understood.
export function readLabel(label) {
  const place = /^[^:]*:(\d+) ([\s\S]*)$/.exec(label.replace(/ \[\d+\]$/, ''))
  if (place === null) return null
  const [, line, rest] = place
  const change = /^([\s\S]*): (\S+ )?(becomes ([\s\S]+)|is left out)$/.exec(rest)
  if (change === null) return null
  const [, text, before, what, after] = change
  if (what === 'is left out' && before !== '! ') return null
  return { line: Number(line), text, before: before?.trim(), after: after?.trim() }
}

// The node of each label; null where nodes of the same text and line are not all mutated.
function place(subject, labels) {
  const byChange = new Map()
  for (const label of labels) {
    const change = readLabel(label)
    const key = JSON.stringify(change)
    byChange.set(key, [...(byChange.get(key) ?? []), label])
  }
  const places = new Map()
  for (const [key, same] of byChange) {
    const change = JSON.parse(key)
    const nodes = change === null ? [] : subject.candidates(change)
    same.forEach((label, i) =>
      places.set(label, nodes.length === same.length ? { ...nodes[i], change } : null))
  }
  return places
}

// Mutants of one expression have the same original.
const originals = new Map()
async function originalOf(subject, source, suite) {
  if (!originals.has(source)) {
    const built = compile(subject.name, source, subject.settings)
    const runs = []
    if (built.failure === undefined)
      for (const test of suite.tests) runs.push(await runTest(suite, built.abi, built.creation, test))
    originals.set(source, { ...built, runs })
  }
  return originals.get(source)
}

async function build(subject, found, suite) {
  let failure = 'no source'
  for (const { original, mutant } of subject.pairs(found, found.change)) {
    const first = await originalOf(subject, original, suite)
    const second = compile(subject.name, mutant, subject.settings)
    if (first.failure === undefined && second.failure === undefined)
      return { first: { ...first, mayFail: mayFail(found.node) }, second }
    failure = first.failure ?? second.failure
  }
  return { failure }
}

// Comparisons, negations and literals always have a value.
function mayFail({ nodeType, operator }) {
  return nodeType !== 'Literal' && !['==', '!=', '<', '<=', '>', '>=', '!'].includes(operator)
}

// Without the boundaries of calls, a failed call and the next one could not be told apart.
function flat(run) {
  return JSON.stringify(run.shown)
}

const job = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const artifact = JSON.parse(readFileSync(job.artifact, 'utf8'))
const suite = JSON.parse(readFileSync(job.suite, 'utf8'))
const subject = new Subject(artifact.contractName, artifact.source, job.settings ?? artifact.compiler.settings)
const result = { isSameBuild: subject.creation === artifact.bytecode, replays: [], mutants: [] }
for (const test of suite.tests)
  result.replays.push((await runTest(suite, subject.abi, subject.creation, test)).calls)
const places = place(subject, job.labels)
for (const label of job.wanted ?? job.labels) {
  const found = places.get(label)
  if (found === null) {
    result.mutants.push({ label, failure: 'ambiguous' })
    continue
  }
  const { first, second, failure } = await build(subject, found, suite)
  if (failure !== undefined) {
    result.mutants.push({ label, failure })
    continue
  }
  const verdict = { label, infected: [], reached: [], otherOutcome: [], inConstructor: [] }
  for (const [i, test] of suite.tests.entries()) {
    const original = first.runs[i]
    if (JSON.stringify(original.calls) !== JSON.stringify(result.replays[i])) verdict.otherOutcome.push(i)
    if (original.shownByConstructor.length > 0) verdict.inConstructor.push(i)
    const isShown = original.shown.flat().length + original.shownByConstructor.length > 0
    // Nothing is shown where the operation fails, which the mutant may not do.
    const mutant = isShown || first.mayFail ? await runTest(suite, second.abi, second.creation, test) : original
    if (flat(original) !== flat(mutant)) verdict.infected.push(i)
    if (isShown || mutant.shown.flat().length > 0) verdict.reached.push(i)
  }
  result.mutants.push(verdict)
}
console.log(JSON.stringify(result))
