import { DEPLOYER_KEY, startAnvil } from '@touchline/contracts/testing/anvil';
import { privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { checkAnchors } from './check-anchors.ts';

const operator = privateKeyToAddress(DEPLOYER_KEY);

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
