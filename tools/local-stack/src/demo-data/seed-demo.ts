import type { Client } from '@touchline/api/client';
import { getParticipation } from '@touchline/api/http/entries';
import { gameweekFixtures } from '@touchline/api/http/fpl';
import { createTournament, type Game, type GameType, listGames } from '@touchline/api/http/games';
import { signedInClient } from '../clients/signed-in.ts';
import { ADMIN_INDEX, PLAYER_INDEXES } from '../dependencies/accounts.ts';
import { waitUntil } from '../dependencies/wait.ts';
import type { Product } from '../product.ts';
import { joinFree, joinPaid, type Manager, stake } from './join-and-stake.ts';
import { endGame, fundPrizes, pushPrizes } from './pay-prizes.ts';
import { seedLeagues } from './seed-leagues.ts';
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

/** The demo when its clock waits for a page, or when it was played by an earlier start. */
export interface Demo {
  /** True if this start has played it. */
  readonly isNew: boolean;
  /** Resolves once the prizes of the played gameweeks are paid. */
  readonly prizesPaid: Promise<void>;
}

/**
 * Plays the season with demo teams up to a gameweek, through the public API and with payments on the local chain. Then stops the
 * clock in the middle of four matches until a page is open. An earlier start may have done so; then only its prizes are paid that it
 * did not pay.
 * @throws Error if an earlier start was stopped before the teams had played
 */
export async function seedDemo(product: Product, { teams, gameweek }: SeedOptions): Promise<Demo> {
  const { season: seasons, gameweek: reached } = await product.replay.status();
  if (seasons > 0) return { isNew: false, prizesPaid: Promise.resolve() };
  if (reached >= gameweek) return { isNew: false, prizesPaid: resumeHistory(product, gameweek) };
  await product.replay.pause();
  const season = await findGame(product, 'SEASON');
  if (season.current_participants > 0)
    throw new Error('an earlier start was stopped before the demo teams had played: start over with --reset');
  const managers = await signInManagers(product, teams);
  const admin = await signInAdmin(product);
  const entries = await forEachConcurrently(
    managers,
    (manager, index) => enter(product, manager, season, index),
    PAYMENT_CONCURRENCY,
  );
  await seedLeagues(managers, season);
  const played: Game[] = [];
  for (let past = firstGameweek(gameweek); past < gameweek; past++) {
    const game = await joinWeekly(product, managers, past);
    await product.replay.advance({ to: { gameweek: past, phase: 'checked' } });
    await waitUntilFinal(managers[0]!, entries[0]!, past);
    await endGame(admin, game);
    played.push(game);
  }
  const prizesPaid = payHistory(product, admin, played);
  prizesPaid.catch(() => {}); // the caller handles it, once the demo is ready
  await Promise.all([
    joinWeekly(
      product,
      managers.filter((_, index) => index !== SEASON_ONLY),
      gameweek,
    ),
    createDemoTournament(admin, managers.slice(0, CUP_TEAMS)),
  ]);
  await startLiveGameweek(product, gameweek);
  return { isNew: true, prizesPaid };
}

/** Pays the prizes of the played games that an earlier start has ended. */
async function resumeHistory(product: Product, gameweek: number): Promise<void> {
  const { games } = await product.api.request(listGames, { query: { game_type: 'WEEKLY', limit: '100' } });
  const first = firstGameweek(gameweek);
  const played = games
    .filter(
      (game) => game.status === 'COMPLETED' && game.first_gameweek >= first && game.first_gameweek < gameweek,
    )
    .filter(({ current_participants }) => current_participants > 0)
    .sort((a, b) => a.first_gameweek - b.first_gameweek);
  await payHistory(product, await signInAdmin(product), played);
}

async function signInAdmin({ url, chain }: Product): Promise<Client> {
  return (await signedInClient(url, chain.accounts[ADMIN_INDEX]!.wallet)).client;
}

/** Pays the prizes of the played games, the first one last: of that one the demo wallet's players keep theirs to claim. */
async function payHistory(product: Product, admin: Client, games: readonly Game[]): Promise<void> {
  const [first, ...others] = games;
  if (!first) return;
  const players = PLAYER_INDEXES.map((index) => product.chain.accounts[index]!.address.toLowerCase());
  await fundPrizes(product, admin, games);
  for (const game of others) await pushPrizes(product, admin, game);
  await pushPrizes(product, admin, first, new Set(players));
}

/** Joins the season; every third manager also stakes before it starts. @returns the participation's id */
async function enter({ chain }: Product, manager: Manager, season: Game, index: number): Promise<string> {
  const amount = STAKES[Math.floor(index / 3) % STAKES.length]!;
  const staked = index % 3 === 0 ? stake(manager, chain.stakingWallet, amount) : undefined;
  const [id] = await Promise.all([joinPaid(manager, season), staked]);
  return id;
}

/** The game of this type, and of this gameweek if given, once it exists. */
function findGame({ api }: Product, game_type: GameType, gameweek?: number): Promise<Game> {
  const find = async () => {
    const { games } = await api.request(listGames, { query: { game_type, limit: '100' } });
    return games.find(({ first_gameweek }) => gameweek === undefined || first_gameweek === gameweek);
  };
  return waitUntil(find, waitOptions(`the ${game_type} game`));
}

async function joinWeekly(product: Product, managers: readonly Manager[], gameweek: number): Promise<Game> {
  const game = await findGame(product, 'WEEKLY', gameweek);
  await forEachConcurrently(managers, (manager) => joinFree(manager, game));
  return game;
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
async function createDemoTournament(admin: Client, managers: readonly Manager[]): Promise<void> {
  const { game } = await admin.request(createTournament, {
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
  const { fixtures } = await product.api.request(gameweekFixtures, {
    params: { gameweek: String(gameweek) },
  });
  const kickoffs = [...new Set(fixtures.map(({ kickoff_time }) => kickoff_time ?? ''))].sort();
  const together = kickoffs.findIndex(
    (time) => fixtures.filter(({ kickoff_time }) => kickoff_time === time).length >= LIVE_MATCHES,
  );
  await product.replay.advance({ to: { gameweek, phase: `kickoff-${Math.max(together, 0) + 1}` } });
  await product.replay.advance({ minutes: FIRST_MINUTE });
  await product.replay.wait();
}
