// @vitest-environment node
import { type Chain, startChain } from '@touchline/local-stack/dependencies/chain';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { numberToHex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walletError } from '../testing/chain-wallet.ts';
import { transferSuite } from '../testing/transfer-suite.ts';

const page = transferSuite();

describe('two chains with the same id', () => {
  let other: Chain;
  beforeAll(async () => {
    other = await startChain({ blockSeconds: 0 });
    // Two chains started in the same second could have the same first blocks.
    await rpc(other.rpcUrl, 'evm_increaseTime', [3600]);
    for (let block = 0; block < 3; block++) await rpc(other.rpcUrl, 'evm_mine', []);
  }, 90_000);
  afterAll(() => other?.stop());

  test('a wallet on the other chain 480 is rejected before any transfer', async () => {
    page.wallet.rpcUrl = other.rpcUrl;
    for (let block = 0; block < 5; block++) await page.mine();
    expect(await page.sendRejected()).toMatchObject({
      title: 'Wrong Network',
      message: expect.stringMatching(
        /^The chain 480 that your wallet uses is not the chain that this site uses.*Nothing was sent/,
      ),
    });
    expect(page.stepNames()).toEqual(['checking']);
  });

  test('a wallet on a much longer chain is rejected', async () => {
    page.wallet.rpcUrl = other.rpcUrl;
    await rpc(other.rpcUrl, 'anvil_mine', [numberToHex(1000)]);
    expect(await page.sendRejected()).toMatchObject({ title: 'Wrong Network' });
  });

  test('a wallet that is a few blocks behind passes the check', async () => {
    const head = (back: number) => async () => {
      const number = Number(await rpc(page.chain.rpcUrl, 'eth_blockNumber', []));
      return page.wallet.forward('eth_getBlockByNumber', [numberToHex(number - back), false]);
    };
    const forward = (params: unknown[]) => page.wallet.forward('eth_getBlockByNumber', params);
    page.wallet.handlers.eth_getBlockByNumber = (params) =>
      params[0] === 'latest' ? head(3)() : forward(params);
    await page.send({ amount: '1' });
    expect(page.stepNames()).toContain('confirmed');
  });

  test('a wallet that cannot read blocks is rejected on a local chain', async () => {
    page.wallet.handlers.eth_getBlockByNumber = () => Promise.reject(walletError(4200, 'Not supported'));
    expect(await page.sendRejected()).toMatchObject({
      message: expect.stringContaining('cannot be compared with the local chain'),
    });
  });
});
