import { type Game, getGame } from '@touchline/api/http/games';
import { gamePrizes } from '@touchline/api/http/prizes';
import {
  gameResult,
  gameResultGameweek,
  type ResultEntry,
  type ResultGameweek,
} from '@touchline/api/http/results';
import { tokensToWei } from '@touchline/rules/tokens';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect } from 'vitest';
import { findUncoveredGames } from '../funding/reserves.store.ts';
import type { StoredPlan } from '../games/prizes.ts';
import { DAY, everyWeek, HOUR, TEAM } from './feed-builders.ts';
import type { GamesAppOptions } from './games-app.ts';
import { type PointsSuite, startPointsSuite } from './points-suite.ts';

export const [ADMIN, OTHER_ADMIN] = [wallet(1), wallet(2)];
export const VAULT = `0x${'c'.repeat(40)}`;
export const REVIEW_MS = HOUR;
export const NOW = Date.parse('2031-08-15T12:00:00Z');

/** A plan of 200 FOOTBALL, divided by TOP. */
export const PLAN: StoredPlan = {
  token: { address: `0x${'a'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 },
  guarantee: tokensToWei('200').toString(),
  commission_bps: 0,
  template: 'TOP',
  rows: [],
  min_entries: 2,
  eligibility: 'ALL',
};

/** An app whose weekly games have prizes. */
export interface PrizeSuite extends PointsSuite {
  readonly prizesApp: true;
  /** Joins wallets 11, 12, … with captains that score differently; each place of `captains` is an index of the field. */
  enter(game: string, captains: readonly number[]): Promise<string[]>;
  /** Plays gameweek 1: player n of the field scores n points more than the others. The results become final. */
  playWeek(): Promise<void>;
  /** Waits until the prizes have a state. */
  waitForPrizes(game: string, state: string): Promise<Game>;
  endReview(): void;
  readEntries(game: string, query?: string): Promise<ResultEntry[]>;
  readResult(game: string): Promise<{
    document: Awaited<ReturnType<typeof readDocument>>;
    gameweeks: ResultGameweek[];
    entries: ResultEntry[];
  }>;
}

const readDocument = (app: PointsSuite, id: string) => app.as(null).request(gameResult, { params: { id } });

export const player = (n: number) => wallet(11 + n);

/** Starts an app with one gameweek and prizes in the weekly game. */
export async function startPrizeSuite(
  options: GamesAppOptions & { plan?: Partial<StoredPlan> },
): Promise<PrizeSuite> {
  const plan = { ...PLAN, ...options.plan };
  const free = { ...plan, guarantee: '0', min_entries: 1 };
  const app = await startPointsSuite(options, NOW, everyWeek(NOW + DAY, 2), {
    adminWallets: [ADMIN, OTHER_ADMIN],
    plans: { WEEKLY: plan, SEASON: free, TOURNAMENT: free },
    ...options,
    prizes: { vault: VAULT, reviewMs: REVIEW_MS, ...options.prizes },
  });
  await waitForOpenGames(app);
  return { ...app, prizesApp: true, ...addPrizeSteps(app) };
}

/** Waits until the prize job has opened the games with a guarantee. */
const waitForOpenGames = ({ db }: PointsSuite) =>
  eventually(async () => {
    expect(await findUncoveredGames(db)).toEqual([]);
  });

function addPrizeSteps(app: PointsSuite) {
  return {
    async enter(game: string, captains: readonly number[]) {
      const ids: string[] = [];
      for (const [n, captain] of captains.entries())
        ids.push(
          await app.join(player(n), game, {
            team_name: `Team ${n}`,
            captain_id: TEAM.field[captain]!,
            vice_captain_id: TEAM.field[captain === 0 ? 1 : 0]!,
          }),
        );
      return ids;
    },
    async playWeek() {
      await app.kickOff(1);
      app.feed.playAll(1);
      for (const [n, id] of TEAM.field.entries()) app.feed.score(1, id, { points: 2 + n });
      await app.publishPoints(1);
      await app.endMatches(1);
      app.clock.now += DAY;
      await app.checkGameweek(1);
    },
    waitForPrizes: (id: string, state: string) =>
      eventually(async () => {
        const { game } = await app.as(null).request(getGame, { params: { id } });
        expect(game.prizes.state).toBe(state);
        return game;
      }, 20_000),
    endReview() {
      app.clock.now += REVIEW_MS + 1;
    },
    readEntries: (id: string, query?: string) => readEntries(app, id, query),
    async readResult(id: string) {
      const document = await readDocument(app, id);
      const gameweeks = await Promise.all(
        document.gameweeks.map(({ gameweek }) =>
          app.as(null).request(gameResultGameweek, { params: { id, gameweek: String(gameweek) } }),
        ),
      );
      return { document, gameweeks, entries: await readEntries(app, id) };
    },
  };
}

async function readEntries({ url }: PointsSuite, id: string, query = ''): Promise<ResultEntry[]> {
  const response = await fetch(`${url}/api/games/${id}/result/entries${query}`);
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResultEntry);
}

/** Reads the prize table of a game with its levels. */
export const readPrizes = (app: PointsSuite, id: string) =>
  app.as(null).request(gamePrizes, { params: { id } });
