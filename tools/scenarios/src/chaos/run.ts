import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@touchline/api/client';
import { bootstrap } from '@touchline/api/http/fpl';
import { type GameType, listGames } from '@touchline/api/http/games';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Product, startProduct } from '@touchline/local-stack/product';
import { randomFrom } from '@touchline/season-replay/random';
import { playCampaign } from './schedule.ts';
import type { Plan } from './command-line.ts';
import { RPCS } from './faults.ts';
import { settledJudgement } from './validate-state.ts';
import { createNetwork } from './network.ts';
import { BUDGET, FEE, payerOf, stakerOf } from './pay.ts';
import { payBack } from './pay-refunds.ts';
import { type RpcDoor, startRpcDoor } from './rpc-proxy.ts';
import type { Scene } from './fixture.ts';
import type { Judgement } from './validators.ts';
import { fund } from './wallets.ts';

/** Reorganisations of up to ten blocks never reach a final block, as on a real chain. */
const CHAIN = { blockSeconds: 1, safeDepth: 32 };
const CONFIRMATIONS = '3';
/** Nothing starts while the campaign runs. */
const REPLAY = { paused: true, gameweekMinutes: 600 };

const UNLIMITED = Object.fromEntries(
  ['LOGIN_ADDRESS', 'LOGIN_WALLET', 'ADDRESS', 'JOIN_WALLET', 'STAKE_WALLET', 'LINEUP_WALLET'].map((name) => [
    `RATE_LIMIT_${name}_PER_MINUTE`,
    '1000000',
  ]),
);

/** Starts a product behind three RPCs, plays the plan while faults happen, and judges what is left. */
export async function runCampaign(
  plan: Plan,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<Judgement[]> {
  const home = await mkdtemp(join(tmpdir(), 'touchline-faults-'));
  const doors = await Promise.all(Array.from({ length: RPCS }, startRpcDoor));
  try {
    const product = await start(home, doors, say, signal);
    try {
      for (const door of doors) door.open(product.chain.rpcUrl);
      const scene = await setScene(product, plan, signal);
      const wallets = [
        ...Array.from({ length: plan.payments }, (_, index) => payerOf(plan.seed, index).address),
        ...Array.from({ length: plan.stakes }, (_, index) => stakerOf(plan.seed, index).address),
      ];
      await fund(product, home, wallets, BUDGET);
      say(`${wallets.length} wallets are funded`);
      const breakable = { product, network: scene.network, doors, random: randomFrom(plan.seed) };
      const answered = await playCampaign(scene, plan, breakable, say);
      const settled = await settledJudgement(scene, say);
      return [answered, ...settled, ...(await payBack(scene, breakable, plan.payouts, say))];
    } finally {
      await product.stop();
    }
  } finally {
    await Promise.all(doors.map((door) => door.stop()));
    await rm(home, { recursive: true, force: true });
  }
}

function start(
  home: string,
  doors: readonly RpcDoor[],
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<Product> {
  const chainEnv = { RPC_URL: doors.map(({ url }) => url).join(), PAYMENT_CONFIRMATIONS: CONFIRMATIONS };
  return startProduct({
    home,
    replay: REPLAY,
    chain: CHAIN,
    env: {
      games: { ...chainEnv, SEASON_ENTRY_FEE: String(FEE / 10n ** 18n) },
      staking: chainEnv,
      gateway: { ...UNLIMITED, RPC_URL: chainEnv.RPC_URL },
    },
    say,
    signal,
  });
}

async function setScene(product: Product, { seed }: Plan, signal: AbortSignal): Promise<Scene> {
  const client = createClient({ base: `${product.url}/api` });
  const openGame = async (game_type: GameType) => {
    const { games } = await client.request(listGames, { query: { game_type, limit: '100' } });
    const now = Date.now();
    const isOpen = (game: (typeof games)[number]) =>
      Date.parse(game.join_opens_at) <= now && now < Date.parse(game.join_deadline);
    return games.find(isOpen)?.id;
  };
  const find = (game_type: GameType) =>
    waitUntil(() => openGame(game_type), { what: `an open ${game_type} game`, timeoutMs: 60_000, signal });
  return {
    product,
    network: createNetwork(product.chain.rpcUrl, signal),
    football: await client.request(bootstrap),
    freeGame: await find('WEEKLY'),
    paidGame: await find('SEASON'),
    seed,
    acknowledged: { freeJoins: [], paidJoins: [], saves: new Map(), stakes: [] },
    signal,
  };
}
