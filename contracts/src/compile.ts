import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Abi, Hex } from 'viem';

const require = createRequire(import.meta.url);

/** Compiled by the slower pipeline, because each payment then costs a twentieth less gas. */
const VAULT = 'contracts/PrizeVault.sol';

export interface Artifact {
  abi: Abi;
  /** Creation code without constructor arguments. */
  bytecode: Hex;
}

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

/** Compiles contracts/src/NAME.sol; `name` may begin with a folder. @throws Error with the compiler's messages */
export function compileFile(name: string): Artifact {
  const source = readFileSync(new URL(`../src/${name}.sol`, import.meta.url), 'utf8');
  return compileContract(name.slice(name.lastIndexOf('/') + 1), source);
}

/**
 * Compiles a contract with the pinned compiler; imports resolve to installed packages. Without the metadata hash, the
 * same source gives the same bytes on every machine. @throws Error with the compiler's messages
 */
export function compileContract(name: string, source: string): Artifact {
  const output = compile(`contracts/${name}.sol`, source);
  const contract = output.contracts[`contracts/${name}.sol`]?.[name];
  if (!contract) throw new Error(`the source has no contract ${name}`);
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` };
}

function compile(name: string, content: string): CompilerOutput {
  // Loaded lazily: the compiler is 9 MB of WebAssembly.
  const solc = require('solc') as {
    compile(input: string, callbacks: { import: typeof findImport }): string;
  };
  const input = {
    language: 'Solidity',
    sources: { [name]: { content } },
    settings: {
      evmVersion: 'cancun',
      viaIR: name === VAULT,
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { [name]: { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: findImport })) as CompilerOutput;
  const failed = output.errors?.filter((error) => error.severity === 'error') ?? [];
  if (failed.length > 0) throw new Error(failed.map((error) => error.formattedMessage).join('\n'));
  return output;
}

function findImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') };
  } catch {
    return { error: `${path} is not installed` };
  }
}
