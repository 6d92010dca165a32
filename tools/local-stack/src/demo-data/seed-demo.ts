import { createClient } from '@touchline/api/client';
import { getParticipation } from '@touchline/api/http/entries';
import { gameweekFixtures } from '@touchline/api/http/fpl';
import { createTournament, type Game, type GameType, listGames } from '@touchline/api/http/games';
import { privateKeyToAccount } from 'viem/accounts';
import { signedInClient } from '../clients/signed-in.ts';
import { ADMIN_INDEX, PLAYER_INDEXES } from '../dependencies/accounts.ts';
import { waitUntil } from '../dependencies/wait.ts';
import type { Product } from '../product.ts';
import { joinFree, joinPaid, type Manager, stake } from './join-and-stake.ts';
import { forEachConcurrently, PAYMENT_CONCURRENCY, signInManagers, waitOptions } from './sign-in-managers.ts';

/** Gameweeks that the demo teams have played when the demo is ready. */
const HISTORY = 3;
/** Teams in the demo tournament; its other seats stay free. */
const CUP_TEAMS = 18;
/** Minute and number of the live matches when the demo is ready. */
const FIRST_MINUTE = 30;
const LIVE_MATCHES = 4;
/** The last account of the demo wallet plays the season only, so that it can still build a team for the gameweek. */
const SEASON_ONLY = PLAYER_INDEXES.length - 1;
/** Amounts staked by every third manager, in turn. */
const STAKES = [1_000, 2_500, 5_000, 10_000];
const DAY_MS = 24 * 3_600_000;
const START_AHEAD_MS = 1_500;

export interface SeedOptions {
  /** Number of demo teams, including the accounts of the demo wallet. */
  readonly teams: number;
  /** The gameweek that is live when the demo is ready. */
  readonly gameweek: number;
}

/** The first gameweek of the replay, which gives the demo teams a history before the live gameweek. */
export const firstGameweek = (gameweek: number): number => Math.max(1, gameweek - HISTORY);

/**
 * Plays the season with demo teams up to a gameweek, over the public API and with payments on the local chain. Then stops the
 * clock in the middle of four matches until a page is open.
 * @returns false, without a change, if the season has been played already
 */
export async function seedDemo(product: Product, { teams: crowd, gameweek }: SeedOptions): Promise<boolean> {
  const { season: seasons, gameweek: reached } = await product.replay.status();
  if (seasons > 0 || reached >= gameweek) return false;
  await product.replay.pause();
  const managers = await signInManagers(product, crowd);
  const season = await findGame(product, 'SEASON');
  const entries = await forEachConcurrently(
    managers,
    (manager, index) => enter(product, manager, season, index),
    PAYMENT_CONCURRENCY,
  );
  for (let past = firstGameweek(gameweek); past < gameweek; past++) {
    await joinWeekly(product, managers, past);
    await product.replay.advance({ to: { gameweek: past, phase: 'checked' } });
    await waitUntilFinal(managers[0]!, entries[0]!, past);
  }
  await Promise.all([
    joinWeekly(
      product,
      managers.filter((_, index) => index !== SEASON_ONLY),
      gameweek,
    ),
    createDemoTournament(product, managers.slice(0, CUP_TEAMS)),
  ]);
  await startLiveGameweek(product, gameweek);
  return true;
}

/** Joins the season; every third manager also stakes before it starts. @returns the participation's id */
async function enter({ chain }: Product, manager: Manager, season: Game, index: number): Promise<string> {
  const amount = STAKES[Math.floor(index / 3) % STAKES.length]!;
  const staked = index % 3 === 0 ? stake(manager, chain.stakingWallet, amount) : undefined;
  const [id] = await Promise.all([joinPaid(manager, season), staked]);
  return id;
}

/** The game of this type, and of this gameweek if given, once it exists. */
function findGame({ url }: Product, game_type: GameType, gameweek?: number): Promise<Game> {
  const api = createClient({ base: `${url}/api` });
  const find = async () => {
    const { games } = await api.request(listGames, { query: { game_type, limit: '100' } });
    return games.find(({ first_gameweek }) => gameweek === undefined || first_gameweek === gameweek);
  };
  return waitUntil(find, waitOptions(`the ${game_type} game`));
}

async function joinWeekly(product: Product, managers: readonly Manager[], gameweek: number): Promise<void> {
  const game = await findGame(product, 'WEEKLY', gameweek);
  await forEachConcurrently(managers, (manager) => joinFree(manager, game));
}

/** Waits until the points of a gameweek are final. */
async function waitUntilFinal({ client }: Manager, id: string, gameweek: number): Promise<void> {
  const isFinal = async () => {
    const { participation } = await client.request(getParticipation, { params: { id } });
    return participation.gameweeks.some((each) => each.gameweek === gameweek && each.settled);
  };
  await waitUntil(isFinal, waitOptions(`gameweek ${gameweek} to be final`));
}

/** Creates a tournament over the coming gameweek, which can be joined while it runs. */
async function createDemoTournament(product: Product, managers: readonly Manager[]): Promise<void> {
  const account = privateKeyToAccount(product.chain.accounts[ADMIN_INDEX]!.privateKey);
  const { client } = await signedInClient(`${product.url}/api`, account);
  const { game } = await client.request(createTournament, {
    body: {
      game_type: 'TOURNAMENT',
      name: 'Floodlight Cup',
      entry_fee: '1000',
      start_time: new Date(Date.now() + START_AHEAD_MS).toISOString(),
      end_time: new Date(Date.now() + DAY_MS).toISOString(),
    },
  });
  await forEachConcurrently(managers, (manager) => joinPaid(manager, game), PAYMENT_CONCURRENCY);
}

/** Moves the clock into the matches that kick off together, where it waits for a page to open. */
async function startLiveGameweek(product: Product, gameweek: number): Promise<void> {
  const api = createClient({ base: `${product.url}/api` });
  const { fixtures } = await api.request(gameweekFixtures, { params: { gameweek: String(gameweek) } });
  const kickoffs = [...new Set(fixtures.map(({ kickoff_time }) => kickoff_time ?? ''))].sort();
  const together = kickoffs.findIndex(
    (time) => fixtures.filter(({ kickoff_time }) => kickoff_time === time).length >= LIVE_MATCHES,
  );
  await product.replay.advance({ to: { gameweek, phase: `kickoff-${Math.max(together, 0) + 1}` } });
  await product.replay.advance({ minutes: FIRST_MINUTE });
  await product.replay.wait();
}
