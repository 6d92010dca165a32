import { DEPLOYER_KEY, startAnvil } from '@touchline/contracts/testing/anvil';
import { privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { checkAnchors, readAnchorSource } from './check-anchors.ts';

const operator = privateKeyToAddress(DEPLOYER_KEY);

test('no option leaves the chain out, and three of them name it', () => {
  expect(readAnchorSource({ 'from-block': '0' })).toBeUndefined();
  const options = { rpc: 'https://rpc.example', contract: '0x1', operator };
  expect(readAnchorSource({ ...options, 'from-block': '7' })).toEqual({ ...options, fromBlock: 7n });
});

test.each([
  { rpc: 'https://rpc.example', contract: '0x1' },
  { rpc: 'https://rpc.example', operator },
  { contract: '0x1', operator },
  { rpc: '', contract: '', operator: '' },
])('%j is rejected, because the chain would not be checked', (options) => {
  expect(() => readAnchorSource({ ...options, 'from-block': '0' })).toThrow(
    '--rpc, --contract and --operator',
  );
});

test('an address without a contract is a problem', async () => {
  const anvil = await startAnvil();
  try {
    const source = { rpc: anvil.rpcUrl, contract: operator, operator, fromBlock: 0n };
    const proof = { game_id: '0190f6a2-7b1c-7def-8123-456789abcdef', locks: [] };
    expect(await checkAnchors(proof, [], source, () => {})).toEqual([
      `${operator} is not a contract on chain 480`,
    ]);
  } finally {
    anvil.stop();
  }
});
