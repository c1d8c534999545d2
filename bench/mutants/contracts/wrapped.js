// SPDX-License-Identifier: Apache-2.0
// Mutants of Solidity sources, made from their label in report.json and the compiler's syntax tree.
// An expression is wrapped by a function that shows its value: `a + b` becomes `sbst_see((a) + (b))`
// and its mutant `sbst_see((a) - (b))`. Next: chain.js, which listens.
import solc from 'solc'

import { witness } from './chain.js'

const kinds = ['BinaryOperation', 'Assignment', 'UnaryOperation', 'Literal']

export function compile(name, source, settings) {
  const file = `${name}.sol`
  const wanted = ['abi', 'evm.bytecode.object']
  const output = JSON.parse(solc.compile(JSON.stringify({
    language: 'Solidity',
    sources: { [file]: { content: source } },
    settings: { ...settings, outputSelection: { '*': { '*': wanted, '': ['ast'] } } },
  })))
  const failures = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (failures.length > 0) return { failure: failures[0].formattedMessage }
  const contract = output.contracts[file][name]
  return { abi: contract.abi, creation: `0x${contract.evm.bytecode.object}`, ast: output.sources[file].ast }
}

export class Subject {
  constructor(name, source, settings) {
    this.name = name
    this.settings = settings
    this.bytes = Buffer.from(source, 'utf8')
    const { ast, creation, abi, failure } = compile(name, source, settings)
    if (failure !== undefined) throw new Error(failure)
    this.creation = creation
    this.abi = abi
    this.nodes = []
    this.collect(ast, [])
  }

  collect(node, parents) {
    if (Array.isArray(node)) node.forEach((one) => this.collect(one, parents))
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return
    const inner = node.nodeType === undefined ? parents : [...parents, node]
    if (node.nodeType !== undefined) this.nodes.push({ node, parents })
    for (const value of Object.values(node)) this.collect(value, inner)
  }

  span(node) {
    const [start, length] = node.src.split(':').map(Number)
    return { start, end: start + length }
  }

  text(node) {
    const { start, end } = this.span(node)
    return this.bytes.subarray(start, end).toString('utf8')
  }

  lineOf(node) {
    return this.bytes.subarray(0, this.span(node).start).toString('utf8').split('\n').length
  }

  // Nodes of that text and line which a mutant of that kind may change, in the order of the source.
  candidates({ line, text, before }) {
    const found = this.nodes.filter(({ node }) => kinds.includes(node.nodeType) &&
      (node.nodeType === 'Literal' ? before === undefined : node.operator === before) &&
      this.lineOf(node) === line && shorten(this.text(node)) === shorten(text))
    return found.sort((a, b) => this.span(a.node).start - this.span(b.node).start)
  }

  // Applies replacements `[node, text]` and appends the functions that show values.
  replace(edits, functions) {
    const sorted = [...edits].sort((a, b) => this.span(b[0]).start - this.span(a[0]).start)
    let bytes = this.bytes
    for (const [node, text] of sorted) {
      const { start, end } = this.span(node)
      bytes = Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(end)])
    }
    return `${bytes.toString('utf8')}\n${functions}`
  }

  // The possible sources of the mutant and of the original beside it: [{original, mutant}].
  // Several, because a literal has no type of its own; the first that compiles is right.
  pairs({ node, parents }, change) {
    if (node.nodeType === 'Literal') return this.literalPairs(node, parents, change)
    const type = node.typeDescriptions.typeString
    const both = (original, mutant, functions = see(type)) => ({
      original: this.replace([[node, original]], functions),
      mutant: this.replace([[node, mutant]], functions),
    })
    if (node.nodeType === 'UnaryOperation') {
      const operand = this.text(node.subExpression)
      if (node.operator === '!') return [both(`sbst_see(!(${operand}))`, `sbst_see(${operand})`)]
      const turned = (operator) => {
        const step = node.prefix ? `${operator}${operand}` : `${operand}${operator}`
        return `sbst_see(${step}, ${operand})`
      }
      return [both(turned(node.operator), turned(change.after), seeSecond(type))]
    }
    const [left, right] = node.nodeType === 'Assignment' ?
      [this.text(node.leftHandSide), this.text(node.rightHandSide)] :
      [`(${this.text(node.leftExpression)})`, this.text(node.rightExpression)]
    const made = (operator) => `${left} ${operator} (${right})`
    return [
      both(`sbst_see(${made(node.operator)})`, `sbst_see(${made(change.after)})`),
      both(`sbst_see(${made(node.operator)})`, `sbst_see(${type}(${made(change.after)}))`),
    ]
  }

  literalPairs(node, parents, { after }) {
    const own = this.text(node)
    const changed = after === 'true' || after === 'false' || after === '0' ? after : `(${own} + 1)`
    const constant = parents.find((parent) => parent.nodeType === 'VariableDeclaration' && parent.constant)
    if (constant !== undefined) {
      const uses = this.usesOf(constant).map((use) => [use, `sbst_see(${this.text(use)})`])
      const functions = see(constant.typeDescriptions.typeString)
      return [{ original: this.replace(uses, functions),
        mutant: this.replace([...uses, [node, changed]], functions) }]
    }
    return this.typesOf(node, parents).map((type) => ({
      original: this.replace([[node, `sbst_see(${type}(${own}))`]], see(type)),
      mutant: this.replace([[node, `sbst_see(${type}(${changed}))`]], see(type)),
    }))
  }

  // Where code outside of constants reads a constant.
  usesOf(constant) {
    const uses = []
    for (const { node, parents } of this.nodes) {
      if (node.nodeType !== 'Identifier' || node.referencedDeclaration !== constant.id) continue
      const outer = parents.find((parent) => parent.nodeType === 'VariableDeclaration' && parent.constant)
      uses.push(...(outer === undefined ? [node] : this.usesOf(outer)))
    }
    return uses
  }

  // The smallest type first, so that the expression around it keeps its type.
  typesOf(node, parents) {
    const type = node.typeDescriptions.typeString
    if (!type.startsWith('int_const')) return [type]
    const value = BigInt(type.slice('int_const '.length))
    const widths = [8, 16, 24, 32, 40, 48, 56, 64, 128, 256].filter((bits) => value >> BigInt(bits) === 0n)
    const parent = parents.at(-1)
    const common = parent?.commonType?.typeString ?? ''
    return [`uint${widths[0]}`, ...(/^u?int\d+$/.test(common) ? [common] : []),
      ...widths.map((bits) => `int${bits}`), ...widths.slice(1).map((bits) => `uint${bits}`)]
  }
}

function shorten(text) {
  return text.replace(/\s+/g, ' ').trim()
}

function asWord(type) {
  if (type === 'bool') return 'v ? 1 : 0'
  if (/^uint/.test(type)) return 'uint256(v)'
  if (/^int/.test(type)) return 'uint256(int256(v))'
  if (/^bytes\d/.test(type)) return 'uint256(bytes32(v))'
  if (/^address/.test(type)) return 'uint256(uint160(address(v)))'
  return 'uint256(v)'
}

// A call that no optimiser removes, from a function that passes for pure.
const tell = `
function sbst_tell(uint256 word) view {
    assembly ("memory-safe") {
        mstore(0, word)
        pop(staticcall(0, ${Number(witness)}, 0, 32, 0, 0))
    }
}
`

function body(type) {
  return `
    function(uint256) view asView = sbst_tell;
    function(uint256) pure asPure;
    assembly ("memory-safe") { asPure := asView }
    asPure(${asWord(type)});
    return `
}

function see(type) {
  return `${tell}function sbst_see(${type} v) pure returns (${type}) {${body(type)}v;\n}\n`
}

function seeSecond(type) {
  return `${tell}function sbst_see(${type} result, ${type} v) pure returns (${type}) {${body(type)}result;\n}\n`
}
