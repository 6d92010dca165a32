import { expect, test } from 'vitest';
import { readAnchorSource } from './anchor-source.ts';

const operator = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('no option leaves the chain out, and four of them name it', () => {
  expect(readAnchorSource({})).toBeUndefined();
  const options = { rpc: 'https://rpc.example', contract: '0x1', operator };
  expect(readAnchorSource({ ...options, 'from-block': '7' })).toEqual({ ...options, fromBlock: 7n });
});

test.each([
  { rpc: 'https://rpc.example', contract: '0x1' },
  { rpc: 'https://rpc.example', operator },
  { contract: '0x1', operator },
  { rpc: '', contract: '', operator: '' },
  {},
])('%j is rejected, because the chain would not be checked', (options) => {
  expect(() => readAnchorSource({ ...options, 'from-block': '0' })).toThrow(
    '--rpc, --contract, --operator and --from-block',
  );
});

test.each([undefined, '', '-1', 'latest', '1.5'])('%j is rejected as the first block', (block) => {
  const options = { rpc: 'https://rpc.example', contract: '0x1', operator, 'from-block': block };
  expect(() => readAnchorSource(options)).toThrow('--from-block');
});
