import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import { getSettlementFunding, listUnpaidPrizes } from '@touchline/api/http/admin-prizes';
import { getGame } from '@touchline/api/http/games';
import type { PrizeClaim } from '@touchline/api/http/prizes';
import { prizeVaultAbi } from '@touchline/contracts/abi';
import { encodeClaimMany } from '@touchline/contracts/encode-claims';
import { endGame } from '@touchline/local-stack/demo-data/pay-prizes';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { encodeFunctionData, type Hex, parseGwei } from 'viem';
import { createFaults, type Fault, type FaultTargets } from './faults.ts';
import { type ChaosFixture, signInAs } from './fixture.ts';
import { readPrizes } from './prizes-snapshot.ts';
import { retry } from './retry.ts';
import { validatePrizes } from './validate-prizes.ts';
import type { ValidationResult } from './validators.ts';
import { verifySettledResult } from './verify-settled-result.ts';
import { deriveWallet, mine, signCall } from './wallets.ts';

/** Wallets that send claims. Each sends one transaction, so that a lost one delays no other. */
export const PUSHERS = 300;
export const derivePusher = (seed: number, index: number) => deriveWallet(seed, `push ${index}`);

/** Few per transaction, so that payments overlap with every fault. */
const PRIZES_PER_TRANSACTION = 10;
/** Faults during the freeze and during the funding. The others run while prizes are paid. */
const [FAULTS_WHILE_SETTLING, FAULTS_WHILE_FUNDING] = [7, 6];
/** Twice the safe depth of the chain, so that every payment is final. */
const FINAL_BLOCKS = 70;
const TIMEOUT_MS = 300_000;
const PAUSE_MS = 1_000;

/** Settles, funds and pays the prizes of the free game during all faults, and validates them against the chain. */
export async function payPrizes(
  fixture: ChaosFixture,
  targets: FaultTargets,
  log: (text: string) => void,
): Promise<ValidationResult[]> {
  const { product, freeGame, signal } = fixture;
  const { game } = await product.api.request(getGame, { params: { id: freeGame } });
  await product.replay.advance({ to: { gameweek: game.first_gameweek, phase: 'checked' } });
  const faults = createFaults(targets, 1);
  const during = async (step: string, count: number, action: () => Promise<void>) => {
    const run = async () => {
      for (const fault of faults.splice(0, count))
        await runFault(fault, signal, (text) => log(`${step}: ${text}`));
    };
    await Promise.all([action(), run()]);
    log(`${step}: done`);
  };
  await during('settle', FAULTS_WHILE_SETTLING, () => settle(fixture));
  await during('fund', FAULTS_WHILE_FUNDING, () => fund(fixture));
  await during('pay', faults.length, () => push(fixture));
  await waitForPayments(fixture);
  const prizes = validatePrizes(await readPrizes(product, freeGame));
  return [...prizes, await verifySettledResult(product, freeGame)];
}

async function runFault(
  { name, run }: Fault,
  signal: AbortSignal,
  log: (text: string) => void,
): Promise<void> {
  signal.throwIfAborted();
  await run();
  log(`${name} over`);
}

const signInAdmin = (fixture: ChaosFixture) => signInAs(fixture, fixture.product.chain.accounts[0]!.wallet);

/** Ends the game once its points are final, and waits until its prizes are frozen. */
async function settle(fixture: ChaosFixture): Promise<void> {
  const { product, freeGame, signal } = fixture;
  const end = async () => {
    const { game } = await product.api.request(getGame, { params: { id: freeGame } });
    await endGame(await signInAdmin(fixture), game);
  };
  await retry('the end of the game', end, signal);
  await waitForState(fixture, ['SETTLED']);
}

/** Funds the prizes. What the chain lost for good is sent again with a higher fee. */
async function fund(fixture: ChaosFixture): Promise<void> {
  const { product, freeGame, network, signal } = fixture;
  const { chain } = product;
  const treasury = chain.accounts.find(({ address }) => address === chain.treasury)!.wallet;
  const client = await signInAdmin(fixture);
  const read = () => client.request(getSettlementFunding, { params: { id: freeGame } });
  const { approve, settle, game_key } = await retry('the calls that fund', read, signal);
  const isOnChain = async () => {
    const data = encodeFunctionData({
      abi: prizeVaultAbi,
      functionName: 'remaining',
      args: [game_key as Hex],
    });
    return BigInt((await rpc(chain.rpcUrl, 'eth_call', [{ to: chain.vault, data }, 'latest'])) as Hex) > 0n;
  };
  const readNonce = async () =>
    Number(await rpc(chain.rpcUrl, 'eth_getTransactionCount', [treasury.address, 'latest']));
  for (let gwei = 20; ; gwei += 10) {
    const gasPrice = parseGwei(String(gwei));
    const first = await retry('the nonce of the treasury', readNonce, signal);
    for (const [index, call] of [approve, settle].entries())
      await network.send(await signCall(product, treasury, { ...call, nonce: first + index, gasPrice }));
    const until = performance.now() + 45_000;
    while (performance.now() < until) {
      if ((await readState(fixture)) === 'FUNDED') return;
      await network.resend().catch(() => 0);
      await sleep(PAUSE_MS);
    }
    while (await isOnChain().catch(() => true)) {
      if ((await readState(fixture)) === 'FUNDED') return;
      await sleep(PAUSE_MS);
    }
  }
}

/** Pays as the dashboard does, on two devices of administrators, while winners claim alone. */
async function push(fixture: ChaosFixture): Promise<void> {
  const { freeGame, network, signal } = fixture;
  const client = await signInAdmin(fixture);
  const senders = Array.from({ length: PUSHERS }, (_, index) => derivePusher(fixture.seed, index));
  const send = async (call: { to: string; data: Hex }) => {
    const sender = senders.pop();
    if (sender) await network.send(await signCall(fixture.product, sender, { ...call, nonce: 0 }));
  };
  for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await sleep(PAUSE_MS)) {
    await network.resend().catch(() => 0);
    const read = () => client.request(listUnpaidPrizes, { params: { id: freeGame }, query: {} });
    const page = await retry('a list of unpaid prizes', read, signal).catch(ignoreAllPaid);
    if (!page) return;
    const batch = page.claims.slice(0, PRIZES_PER_TRANSACTION);
    const [alone] = page.claims.slice(-1);
    if (!alone) continue;
    await Promise.all([
      send(encodeClaimMany(batch)!),
      send(encodeClaimMany(batch.toReversed())!),
      send(encodeClaim(alone)),
    ]);
  }
}

/** Null when all prizes are paid. */
function ignoreAllPaid(error: unknown): null {
  if (error instanceof TouchlineError && error.code === 'CHANGE_REFUSED') return null;
  throw error;
}

function encodeClaim({ vault, game_key, index, account, amount, proof }: PrizeClaim) {
  const args = [game_key as Hex, BigInt(index), account as Hex, BigInt(amount), proof as Hex[]] as const;
  return { to: vault, data: encodeFunctionData({ abi: prizeVaultAbi, functionName: 'claim', args }) };
}

async function waitForPayments(fixture: ChaosFixture): Promise<void> {
  await fixture.network.resend();
  await mine(fixture.product.chain.rpcUrl, FINAL_BLOCKS);
  await waitForState(fixture, ['PAID']).catch(() => {}); // the validation reports what is missing
}

async function readState({ product, freeGame, signal }: ChaosFixture): Promise<string | null> {
  const read = () => product.api.request(getGame, { params: { id: freeGame } });
  return (await retry('the state of the prizes', read, signal)).game.prizes.state;
}

/** @throws Error after five minutes */
async function waitForState(fixture: ChaosFixture, states: readonly string[]): Promise<void> {
  let state: string | null = null;
  for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await sleep(PAUSE_MS)) {
    fixture.signal.throwIfAborted();
    await fixture.network.resend().catch(() => 0);
    state = await readState(fixture);
    if (state !== null && states.includes(state)) return;
  }
  throw new Error(`the prizes are ${state}, not ${states.join(' or ')}`);
}
