// SPDX-License-Identifier: Apache-2.0
// Compiles the contracts that a folder's builds.json lists into artifacts/*.json there, in the layout
// of Truffle's artifacts; the examples where no folder is given. Run by scripts/compile-examples. With
// --check it writes nothing and fails if a byte differs.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import solc from 'solc';

const words = process.argv.slice(2);
const check = words.includes('--check');
const folder = words.find((word) => word !== '--check');
const here = folder ?? dirname(fileURLToPath(import.meta.url));

// Each is built in one of the ways that contracts are built in practice.
const builds = JSON.parse(readFileSync(join(here, 'builds.json'), 'utf8'));

const wanted = [
    'abi', 'evm.bytecode.object', 'evm.bytecode.sourceMap', 'evm.deployedBytecode.object',
    'evm.deployedBytecode.sourceMap', 'evm.deployedBytecode.immutableReferences',
];

function compile(name, settings) {
    const sourceName = `${name}.sol`;
    const source = readFileSync(join(here, sourceName), 'utf8');
    const input = {
        language: 'Solidity',
        sources: {[sourceName]: {content: source}},
        settings: {
            ...settings,
            evmVersion: 'cancun',
            outputSelection: {'*': {'*': wanted, '': ['ast']}},
        },
    };
    const output = JSON.parse(solc.compile(JSON.stringify(input)));
    // Warning 5159: selfdestruct is deprecated. One of the tests' contracts has it on purpose.
    const complaints = (output.errors ?? []).filter(({errorCode}) => errorCode !== '5159');
    for (const {formattedMessage} of complaints)
        console.error(formattedMessage);
    if (complaints.length)
        throw new Error(`${sourceName} does not compile without a complaint`);

    const {abi, evm} = output.contracts[sourceName][name];
    return {
        contractName: name,
        sourceName,
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
        immutableReferences: evm.deployedBytecode.immutableReferences,
        sourceMap: evm.bytecode.sourceMap,
        deployedSourceMap: evm.deployedBytecode.sourceMap,
        source,
        ast: output.sources[sourceName].ast,
        compiler: {
            name: 'solc',
            version: solc.version(),
            settings: {...settings, evmVersion: 'cancun'},
        },
    };
}

// One line a member: small files, and a diff that shows which part changed.
function write(artifact) {
    const members = Object.entries(artifact).map(
        ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `{\n${members.join(',\n')}\n}\n`;
}

for (const [name, settings] of Object.entries(builds)) {
    const path = join(here, 'artifacts', `${name}.json`);
    const text = write(compile(name, settings));
    if (!check) {
        writeFileSync(path, text);
        console.log(`wrote artifacts/${name}.json (${text.length} bytes)`);
    } else if (existsSync(path) && readFileSync(path, 'utf8') === text) {
        console.log(`artifacts/${name}.json is what its source compiles to`);
    } else {
        console.error(`artifacts/${name}.json differs from what its source compiles to`);
        process.exitCode = 1;
    }
}
