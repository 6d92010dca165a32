import { createClient } from '@touchline/api/client';
import { getParticipation } from '@touchline/api/http/entries';
import { gameweekFixtures } from '@touchline/api/http/fpl';
import { createTournament, type Game, type GameType, listGames } from '@touchline/api/http/games';
import { privateKeyToAccount } from 'viem/accounts';
import { signedInClient } from '../clients/signed-in.ts';
import { ADMIN_INDEX, PLAYER_INDEXES } from '../dependencies/accounts.ts';
import { waitUntil } from '../dependencies/wait.ts';
import type { Product } from '../product.ts';
import { each, gather, PATIENCE, PAYMENTS_AT_ONCE } from './gather.ts';
import { joinFree, joinPaid, type Manager, stake } from './manager.ts';

/** Gameweeks that the crowd has played before somebody looks. */
const HISTORY = 3;
/** Teams in the cup; its other seats stay free. */
const CUP_TEAMS = 18;
/** Where the live matches stand when the curtain rises, and how many they are. */
const FIRST_MINUTE = 30;
const LIVE_MATCHES = 4;
/** The last account of the demo wallet plays the season only, so that it can still build a team for the gameweek. */
const NEWCOMER = PLAYER_INDEXES.length - 1;
/** What every third manager stakes, in turn. */
const STAKES = [1_000, 2_500, 5_000, 10_000];
const DAY_MS = 24 * 3_600_000;
const START_AHEAD_MS = 1_500;

export interface StageOptions {
  /** Teams, those of the demo accounts included. */
  readonly crowd: number;
  /** The gameweek that is live when the curtain rises. */
  readonly gameweek: number;
}

/** The gameweek with which the replay begins, so that the crowd has a history at the stage's gameweek. */
export const firstGameweek = (gameweek: number): number => Math.max(1, gameweek - HISTORY);

/**
 * Lets a crowd play the season up to a gameweek, over the public API and with payments on the local chain, and stops the
 * clock in the middle of four matches until somebody watches.
 * @returns false, without a change, when the season is already there
 */
export async function setTheStage(product: Product, { crowd, gameweek }: StageOptions): Promise<boolean> {
  const { season, gameweek: reached } = await product.replay.status();
  if (season > 0 || reached >= gameweek) return false;
  await product.replay.pause();
  const managers = await gather(product, crowd);
  const long = await gameOf(product, 'SEASON');
  const entries = await each(
    managers,
    (manager, index) => enter(product, manager, long, index),
    PAYMENTS_AT_ONCE,
  );
  for (let past = firstGameweek(gameweek); past < gameweek; past++) {
    await joinWeekly(product, managers, past);
    await product.replay.advance({ to: { gameweek: past, phase: 'checked' } });
    await settled(managers[0]!, entries[0]!, past);
  }
  await Promise.all([
    joinWeekly(
      product,
      managers.filter((_, index) => index !== NEWCOMER),
      gameweek,
    ),
    holdCup(product, managers.slice(0, CUP_TEAMS)),
  ]);
  await raiseTheCurtain(product, gameweek);
  return true;
}

/** Joins the season, and stakes before it starts if it is this manager's turn. @returns the participation's id */
async function enter({ chain }: Product, manager: Manager, season: Game, index: number): Promise<string> {
  const amount = STAKES[Math.floor(index / 3) % STAKES.length]!;
  const staked = index % 3 === 0 ? stake(manager, chain.stakingWallet, amount) : undefined;
  const [id] = await Promise.all([joinPaid(manager, season), staked]);
  return id;
}

/** The game of this type, and of this gameweek if given, once it exists. */
function gameOf({ url }: Product, game_type: GameType, gameweek?: number): Promise<Game> {
  const api = createClient({ base: `${url}/api` });
  const find = async () => {
    const { games } = await api.request(listGames, { query: { game_type, limit: '100' } });
    return games.find(({ first_gameweek }) => gameweek === undefined || first_gameweek === gameweek);
  };
  return waitUntil(find, PATIENCE(`the ${game_type} game`));
}

async function joinWeekly(product: Product, managers: readonly Manager[], gameweek: number): Promise<void> {
  const game = await gameOf(product, 'WEEKLY', gameweek);
  await each(managers, (manager) => joinFree(manager, game));
}

/** Waits until the points of a gameweek are final. */
async function settled({ client }: Manager, id: string, gameweek: number): Promise<void> {
  const isFinal = async () => {
    const { participation } = await client.request(getParticipation, { params: { id } });
    return participation.gameweeks.some((each) => each.gameweek === gameweek && each.settled);
  };
  await waitUntil(isFinal, PATIENCE(`gameweek ${gameweek} to be final`));
}

/** A cup over the gameweek to come. It can be joined while it runs. */
async function holdCup(product: Product, managers: readonly Manager[]): Promise<void> {
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
  await each(managers, (manager) => joinPaid(manager, game), PAYMENTS_AT_ONCE);
}

/** Moves the clock into the matches that kick off together, and lets it wait for the audience. */
async function raiseTheCurtain(product: Product, gameweek: number): Promise<void> {
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
