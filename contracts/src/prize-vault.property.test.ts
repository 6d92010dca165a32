import fc from 'fast-check';
import { type Address, encodeFunctionData, type Hex, maxUint256, toHex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { footballAbi, prizeVaultAbi } from './abi.ts';
import { compileFile } from './compile.ts';
import { waitForReceipt } from './receipt.ts';
import { accountAt, gameAt, type ProvenPrize, provePrizes } from './testing/prize-list.ts';
import { type PrizeReference, type VaultCall, VaultModel } from './testing/vault-model.ts';
import {
  CHAIN_ID,
  DELAY_SECONDS,
  OWNER,
  STRANGER,
  startVaultWorld,
  type VaultWorld,
} from './testing/vault-world.ts';

const [RUNS, SEQUENCES_PER_RUN] = [100, 100];
const START = 2_000_000_000;
const ACCOUNTS = [0, 1, 2, 3].map(accountAt);
/** The second token rejects transfers to this account. */
const REJECTED = ACCOUNTS[3]!;
/** Games 0 and 1 pay the first token, 2 and 3 the second. */
const TOKEN_OF_GAME = [0, 0, 1, 1];
/** Amounts of the two settlements that each game can have. */
const AMOUNTS = [
  [5n, 3n, 3n, 1n],
  [4n, 4n, 2n, 2n],
];

let world: VaultWorld;
let tokens: readonly Address[];
let variants: ReturnType<typeof provePrizes>[][];

beforeAll(async () => {
  world = await startVaultWorld();
  const { abi, bytecode } = compileFile('testing/TestToken');
  const args = [10n ** 24n];
  const hash = await world.chain.deployContract({ abi, bytecode, args, account: OWNER, chain: null });
  const second = (await waitForReceipt(world.chain, hash)).contractAddress!;
  await world.send(OWNER, { address: second, abi, functionName: 'setRejects', args: [REJECTED, true] });
  tokens = [world.token, second];
  for (const token of tokens) await world.approve(world.vault, maxUint256, token);
  variants = TOKEN_OF_GAME.map((_, game) =>
    AMOUNTS.map((amounts) =>
      provePrizes(
        { chainId: CHAIN_ID, vault: world.vault, game: gameAt(game) },
        amounts.map((amount, index) => ({ account: ACCOUNTS[index]!, amount })),
      ),
    ),
  );
});
afterAll(() => world?.stop());

const game = fc.nat(TOKEN_OF_GAME.length - 1);
const prize = fc.record<PrizeReference>({
  variant: fc.constantFrom(0, 0, 0, 1),
  index: fc.nat(3),
  forged: fc.constantFrom(false, false, false, false, false, true),
});
const settle = fc.record({
  kind: fc.constant('settle' as const),
  game,
  variant: fc.constantFrom(0, 0, 0, 1),
  difference: fc.constantFrom(0n, 0n, -2n, 3n),
});
const ownerCall = fc.record({
  kind: fc.constantFrom('revoke' as const, 'reclaim' as const, 'refill' as const),
  game,
  byOwner: fc.constantFrom(true, true, false),
});
const claim = fc.record({ kind: fc.constant('claim' as const), game, prize });
const claimMany = fc.record({
  kind: fc.constant('claimMany' as const),
  game,
  prizes: fc.array(prize, { maxLength: 5 }),
});
const step = fc.record({
  /** Seconds since the previous step. */
  pass: fc.constantFrom(1, 1, 1, DELAY_SECONDS - 1, DELAY_SECONDS, 180 * 24 * 3600),
  call: fc.oneof(
    { weight: 3, arbitrary: settle },
    { weight: 2, arbitrary: ownerCall },
    { weight: 5, arbitrary: claim },
    { weight: 3, arbitrary: claimMany },
  ) as fc.Arbitrary<VaultCall>,
});
type Step = { pass: number; call: VaultCall };

function toProven(gameIndex: number, { variant, index, forged }: PrizeReference): ProvenPrize {
  const proven = variants[gameIndex]![variant]!.proven[index]!;
  return forged ? { ...proven, amount: proven.amount + 1n } : proven;
}

function encode(call: VaultCall): Hex {
  const abi = prizeVaultAbi;
  const key = gameAt(call.game);
  if (call.kind === 'settle') {
    const { root, total } = variants[call.game]![call.variant]!;
    const token = tokens[TOKEN_OF_GAME[call.game]!]!;
    const args = [key, token, root, total + call.difference] as const;
    return encodeFunctionData({ abi, functionName: 'settle', args });
  }
  if (call.kind === 'claim') {
    const { index, account, amount, proof } = toProven(call.game, call.prize);
    return encodeFunctionData({ abi, functionName: 'claim', args: [key, index, account, amount, proof] });
  }
  if (call.kind !== 'claimMany') return encodeFunctionData({ abi, functionName: call.kind, args: [key] });
  const claims = call.prizes.map((each) => toProven(call.game, each));
  return encodeFunctionData({ abi, functionName: 'claimMany', args: [key, claims] });
}

const isByOwner = (call: VaultCall) => call.kind === 'settle' || ('byOwner' in call && call.byOwner);

/** Reads at the end of a sequence: what each account, the vault and each game hold. */
function buildReads() {
  const balance = (token: Address, account: Address) => ({
    to: token,
    data: encodeFunctionData({ abi: footballAbi, functionName: 'balanceOf', args: [account] }),
  });
  const remaining = (_: number, index: number) => ({
    to: world.vault,
    data: encodeFunctionData({ abi: prizeVaultAbi, functionName: 'remaining', args: [gameAt(index)] }),
  });
  return [
    ...TOKEN_OF_GAME.map(remaining),
    ...tokens.map((token) => balance(token, world.vault)),
    ...tokens.flatMap((token) => ACCOUNTS.map((account) => balance(token, account))),
  ];
}

interface SimulatedBlock {
  calls: { status: Hex; returnData: Hex }[];
}

/** Executes each sequence on the real contracts, from the same state, one block per call. */
async function simulate(sequences: readonly (readonly Step[])[]): Promise<SimulatedBlock[][]> {
  const reads = buildReads();
  const body = sequences.map((steps, id) => {
    let time = START;
    const blocks = steps.map(({ pass, call }) => {
      time += pass;
      const from = isByOwner(call) ? OWNER : STRANGER;
      return {
        blockOverrides: { time: toHex(time) },
        calls: [{ from, to: world.vault, data: encode(call) }],
      };
    });
    const last = { blockOverrides: { time: toHex(time + 1) }, calls: reads };
    return {
      jsonrpc: '2.0',
      id,
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [...blocks, last] }, 'latest'],
    };
  });
  const response = await fetch(world.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const replies = (await response.json()) as { id: number; result: SimulatedBlock[] }[];
  return replies.toSorted((a, b) => a.id - b.id).map(({ result }) => result);
}

function assertSequence(steps: readonly Step[], blocks: readonly SimulatedBlock[]): void {
  const model = new VaultModel(
    TOKEN_OF_GAME.map((token, index) => ({ token, variants: variants[index]! })),
    { delay: DELAY_SECONDS, rejects: (token, { account }) => token === 1 && account === REJECTED },
  );
  let time = START;
  const expected = steps.map(({ pass, call }) => {
    time += pass;
    return model.run(call, time) ? '0x1' : '0x0';
  });
  expect(blocks.slice(0, -1).map(({ calls }) => calls[0]!.status)).toEqual(expected);

  const held = blocks.at(-1)!.calls.map(({ returnData }) => BigInt(returnData));
  const remaining = held.splice(0, TOKEN_OF_GAME.length);
  const inVault = held.splice(0, tokens.length);
  expect(remaining).toEqual(model.games.map((each) => each.remaining));
  for (const [token, balance] of inVault.entries()) {
    const games = model.games.filter((each) => each.token === token);
    expect(balance).toBe(games.reduce((sum, each) => sum + each.remaining, 0n));
    const received = held.splice(0, ACCOUNTS.length).reduce((sum, amount) => sum + amount, 0n);
    expect(received).toBe(games.reduce((sum, each) => sum + each.paidAmount, 0n));
  }
  for (const { paidAmount, withdrawn, funded, remaining: left } of model.games)
    expect(paidAmount + withdrawn + left).toBe(funded);
}

test('PrizeVault pays no game more than its total and spends no other game in 10,000 random sequences of calls', async () => {
  const sequence = fc.array(step, { minLength: 2, maxLength: 14, size: 'max' });
  const sequences = fc.array(sequence, { minLength: SEQUENCES_PER_RUN, maxLength: SEQUENCES_PER_RUN });
  let succeeded = 0;
  await fc.assert(
    fc.asyncProperty(sequences, async (each) => {
      const simulated = await simulate(each);
      for (const [index, steps] of each.entries()) {
        assertSequence(steps, simulated[index]!);
        succeeded += simulated[index]!.slice(0, -1).filter(({ calls }) => calls[0]!.status === '0x1').length;
      }
    }),
    { numRuns: RUNS },
  );
  expect(succeeded).toBeGreaterThan(RUNS * SEQUENCES_PER_RUN);
}, 300_000);
