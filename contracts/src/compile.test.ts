import { expect, test } from 'vitest';
import { footballAbi, prizeVaultAbi } from './abi.ts';
import { footballBytecode, prizeVaultBytecode, worldcoinBytecode } from './bytecode.ts';
import { compileFile } from './compile.ts';

test.each([
  ['Football', footballAbi, footballBytecode],
  ['Worldcoin', footballAbi, worldcoinBytecode],
  ['PrizeVault', prizeVaultAbi, prizeVaultBytecode],
])(
  'the checked-in ABI and bytecode match the compiled contract %s',
  (name, abi, bytecode) => {
    const compiled = compileFile(name);
    expect(abi).toEqual(compiled.abi);
    expect(bytecode).toBe(compiled.bytecode);
  },
  60_000,
);
