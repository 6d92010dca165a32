import { bootstrap } from '@touchline/api/http/fpl';
import { type GameType, listGames } from '@touchline/api/http/games';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Product, withProduct } from '@touchline/local-stack/product';
import { UNLIMITED } from '@touchline/local-stack/supervisor/unlimited';
import { randomFrom } from '@touchline/season-replay/random';
import { replayCalendar } from '@touchline/season-replay/season/calendar';
import type { Plan } from './command-line.ts';
import { RPC_COUNT } from './faults.ts';
import type { ChaosFixture } from './fixture.ts';
import { createNetwork } from './network.ts';
import { BUDGET, derivePayer, deriveStaker, FEE } from './pay.ts';
import { derivePusher, PUSHERS, payPrizes } from './pay-prizes.ts';
import { payRefunds } from './pay-refunds.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { runSchedule } from './schedule.ts';
import { validateWhenSettled } from './validate-state.ts';
import type { ValidationResult } from './validators.ts';
import { fundWallets } from './wallets.ts';

/** Reorganisations of up to ten blocks never reach a final block, as on a real chain. */
const CHAIN = { blockSeconds: 1, safeDepth: 32 };
const CONFIRMATIONS = '3';
/** A review of a few seconds, which one killed process outlasts. */
const PRIZES = { PRIZE_REVIEW_MINUTES: '0.1' };
/** No gameweek starts before the prizes are settled. */
const REPLAY = { paused: true, gameweekMinutes: 600 };
/** As the gameweek is long, the relay would confirm its check only after minutes, and start again whenever it is killed. */
const CALENDAR = {
  ...replayCalendar(REPLAY.gameweekMinutes),
  poll_idle_seconds: 1,
  poll_bootstrap_seconds: 5,
};

/** Starts a product behind three RPC proxies, runs the plan during faults and validates the final state. */
export async function runChaos(
  plan: Plan,
  log: (text: string) => void,
  signal: AbortSignal,
): Promise<ValidationResult[]> {
  const proxies = await Promise.all(Array.from({ length: RPC_COUNT }, startRpcProxy));
  try {
    return await withProduct(buildOptions(proxies, log, signal), async (product, home) => {
      for (const proxy of proxies) proxy.forwardTo(product.chain.rpcUrl);
      const fixture = await createFixture(product, plan, signal);
      const wallets = [
        ...Array.from({ length: plan.payments }, (_, index) => derivePayer(plan.seed, index).address),
        ...Array.from({ length: plan.stakes }, (_, index) => deriveStaker(plan.seed, index).address),
        ...Array.from({ length: PUSHERS }, (_, index) => derivePusher(plan.seed, index).address),
      ];
      await fundWallets(product, home, wallets, BUDGET);
      log(`${wallets.length} wallets funded`);
      const targets = { product, network: fixture.network, proxies, random: randomFrom(plan.seed) };
      const completed = await runSchedule(fixture, plan, targets, log);
      const settled = await validateWhenSettled(fixture, log);
      const refunds = await payRefunds(fixture, targets, plan.payouts, log);
      return [completed, ...settled, ...refunds, ...(await payPrizes(fixture, targets, log))];
    });
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  }
}

function buildOptions(proxies: readonly RpcProxy[], log: (text: string) => void, signal: AbortSignal) {
  const chainEnv = { RPC_URL: proxies.map(({ url }) => url).join(), PAYMENT_CONFIRMATIONS: CONFIRMATIONS };
  return {
    replay: REPLAY,
    chain: CHAIN,
    env: {
      games: { ...chainEnv, ...PRIZES, SEASON_ENTRY_FEE: String(FEE / 10n ** 18n) },
      staking: chainEnv,
      'fpl-relay': { CALENDAR: JSON.stringify(CALENDAR) },
      gateway: { ...UNLIMITED, RPC_URL: chainEnv.RPC_URL },
    },
    say: log,
    signal,
  };
}

async function createFixture(product: Product, { seed }: Plan, signal: AbortSignal): Promise<ChaosFixture> {
  const { api } = product;
  const findOpenGame = async (game_type: GameType) => {
    const { games } = await api.request(listGames, { query: { game_type, limit: '100' } });
    const now = Date.now();
    const isOpen = (game: (typeof games)[number]) =>
      Date.parse(game.join_opens_at) <= now && now < Date.parse(game.join_deadline);
    return games.find(isOpen)?.id;
  };
  const waitForGame = (game_type: GameType) =>
    waitUntil(() => findOpenGame(game_type), {
      what: `an open ${game_type} game`,
      timeoutMs: 60_000,
      signal,
    });
  return {
    product,
    network: createNetwork(product.chain.rpcUrl, signal),
    football: await api.request(bootstrap),
    freeGame: await waitForGame('WEEKLY'),
    paidGame: await waitForGame('SEASON'),
    seed,
    acknowledged: { freeJoins: [], paidJoins: [], saves: new Map(), stakes: [] },
    signal,
  };
}
