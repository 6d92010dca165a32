import type { Browser } from '@playwright/test';
import { createClient } from '@touchline/api/client';
import { joinGame } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import { type PageUnderTest, type Visit, visit, createVisitor } from './visits.ts';

const HOME_LIMIT_KB = 190;
const PAGE_LIMIT_KB = 300;
const TEAMS = 12;

/** Where the replay stands, paused. */
export const GAMEWEEK = 6;

/** The pages whose first visits are measured, rankings first. */
export const listPages = (weekly: string): readonly PageUnderTest[] => [
  { path: `/rankings?section=weekly&game=${weekly}`, sign: '[data-flip]' },
  { path: '/', sign: 'h1' },
  { path: '/fixtures', sign: 'main h2, main li' },
  { path: '/staking', sign: 'main h1' },
  { path: '/choose-game', sign: 'main h1', player: true },
  { path: '/team-build', sign: 'main h1', player: true },
];

/** kB of a first visit. */
export const getByteLimit = ({ path }: PageUnderTest): number => (path === '/' ? HOME_LIMIT_KB : PAGE_LIMIT_KB);

export const kb = (bytes: number) => Math.round(bytes / 1000);

/** Visits a page with an empty profile and once more, and prints both. @returns the first visit */
export async function firstVisit(on: Browser, url: string, page: PageUnderTest): Promise<Visit> {
  const context = await createVisitor(on, url, page.player);
  const first = await visit(context, page);
  const second = await visit(context, page);
  await context.close();
  console.log(
    `${page.path}: first visit ${first.requests} requests, ${kb(first.bytes)} kB (code ${kb(first.code)}, fonts ${kb(first.fonts)}); ` +
      `second ${second.requests} requests, ${kb(second.bytes)} kB`,
  );
  return first;
}

/** Teams in the weekly game. @returns its id */
export async function joinTeams(url: string): Promise<string> {
  const anonymous = createClient({ base: `${url}/api` });
  const { games } = await anonymous.request(listGames, { query: { game_type: 'WEEKLY' } });
  const game = games.find((one) => one.first_gameweek === GAMEWEEK);
  if (!game) throw new Error(`there is no game of gameweek ${GAMEWEEK}`);
  const football = await anonymous.request(bootstrap);
  for (let number = 1; number <= TEAMS; number++) {
    const { client } = await signedInClient(`${url}/api`);
    await client.request(joinGame, { params: { id: game.id }, body: randomTeam(football, `Team ${number}`) });
  }
  return game.id;
}
