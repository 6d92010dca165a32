import { expect, test } from 'vitest';
import { footballAbi } from './abi.ts';
import { footballBytecode } from './bytecode.ts';
import { compileFootball } from './compile.ts';

test('the checked-in ABI and bytecode match the compiled contract', () => {
  const { abi, bytecode } = compileFootball();
  expect(footballAbi).toEqual(abi);
  expect(footballBytecode).toBe(bytecode);
});
