import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { type Abi, createPublicClient, createWalletClient, type Hex, http, keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { FUNDER, JOINED, setUpPaidSuite } from '../testing/paid-suite.ts';

const app = setUpPaidSuite();
const POOL = 10n ** 21n;

/** Sends a transaction of the treasury. */
async function send(address: Hex, abi: Abi, functionName: string, args: readonly unknown[]): Promise<void> {
  const { accounts, treasury, rpcUrl } = app.chain;
  const owner = accounts.find((account) => account.address === treasury)!;
  const transport = http(rpcUrl);
  const wallet = createWalletClient({ account: privateKeyToAccount(owner.privateKey), transport });
  const hash = await wallet.writeContract({ address, abi, functionName, args, chain: null });
  await waitForReceipt(createPublicClient({ transport }), hash);
}

it('a pool that the prize vault returns to the treasury does not count as a payment and is never refunded', async () => {
  const { vault, token } = app.chain;
  const game = keccak256(toHex('game'));
  await send(token, footballAbi as Abi, 'approve', [vault, POOL]);
  await send(vault, prizeVaultAbi as Abi, 'settle', [game, token, keccak256(toHex('root')), POOL]);
  await send(vault, prizeVaultAbi as Abi, 'revoke', [game]);
  await app.mine();
  await eventually(async () => {
    const { rows } = await app.db.raw('select amount, assigned from ledger_transfers where sender = ?', [
      vault.toLowerCase(),
    ]);
    expect(rows).toEqual([{ amount: POOL.toString(), assigned: true }]);
  });
  expect(await app.openPayments(vault.toLowerCase())).toEqual([]);
  expect((await app.db.raw('select 1 from payouts')).rows).toEqual([]);
});

it('a transfer of a wallet in TREASURY_FUNDERS does not count as a payment and is never refunded', async () => {
  await app.rpc('anvil_impersonateAccount', FUNDER);
  await app.rpc('anvil_setBalance', FUNDER, toHex(10n ** 18n));
  await app.pay(app.me, '700', FUNDER);
  await app.pay(FUNDER, '700');
  await app.pay(app.me, '30');
  await app.mine();
  await eventually(async () => {
    const { rows } = await app.db.raw('select assigned from ledger_transfers where sender = ?', [FUNDER]);
    expect(rows).toEqual([{ assigned: true }]);
  });
  expect(await app.openPayments(FUNDER)).toEqual([]);
  await eventually(async () => {
    expect(await app.openPayments(app.me)).toMatchObject([{ amount: '30' }]);
  });
});

it('an entry fee of a wallet in TREASURY_FUNDERS counts', async () => {
  await app.rpc('anvil_impersonateAccount', FUNDER);
  await app.rpc('anvil_setBalance', FUNDER, toHex(10n ** 18n));
  await app.pay(app.me, '700', FUNDER);
  await app.reserve(FUNDER, app.season);
  const { status } = await app.settleJoin(FUNDER, app.season, await app.pay(FUNDER, '500'));
  expect(JOINED).toContain(status);
});
