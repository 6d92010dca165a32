import type { Browser } from '@playwright/test';
import { createClient } from '@touchline/api/client';
import { joinGame } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import { createVisitor, type PageUnderTest, type Visit, visit } from './visits.ts';

const MAX_HOME_KB = 190;
const MAX_PAGE_KB = 300;
const TEAMS = 12;

/** Gameweek at which the replay is paused. */
export const GAMEWEEK = 6;

/** Lists the measured pages, rankings first. */
export const listPages = (weekly: string): readonly PageUnderTest[] => [
  { path: `/rankings?section=weekly&game=${weekly}`, readySelector: '[data-flip]' },
  { path: '/', readySelector: 'h1' },
  { path: '/fixtures', readySelector: 'main h2, main li' },
  { path: '/staking', readySelector: 'main h1' },
  { path: '/choose-game', readySelector: 'main h1', player: true },
  { path: '/team-build', readySelector: 'main h1', player: true },
];

/** Maximum size of a first visit, in kB. */
export const getByteLimit = ({ path }: PageUnderTest): number => (path === '/' ? MAX_HOME_KB : MAX_PAGE_KB);

export const toKb = (bytes: number) => Math.round(bytes / 1000);

/** Visits a page twice, first with an empty profile, and prints both visits. @returns the first visit */
export async function measureVisits(on: Browser, url: string, page: PageUnderTest): Promise<Visit> {
  const context = await createVisitor(on, url, page.player);
  const first = await visit(context, page);
  const second = await visit(context, page);
  await context.close();
  console.log(
    `${page.path}: first visit ${first.requests} requests, ${toKb(first.bytes)} kB (code ${toKb(first.code)}, fonts ${toKb(first.fonts)}); ` +
      `second ${second.requests} requests, ${toKb(second.bytes)} kB`,
  );
  return first;
}

/** Joins the weekly game with random teams. @returns the id of the game */
export async function joinTeams(url: string): Promise<string> {
  const anonymous = createClient({ base: `${url}/api` });
  const { games } = await anonymous.request(listGames, { query: { game_type: 'WEEKLY' } });
  const game = games.find((each) => each.first_gameweek === GAMEWEEK);
  if (!game) throw new Error(`gameweek ${GAMEWEEK} has no weekly game`);
  const football = await anonymous.request(bootstrap);
  for (let number = 1; number <= TEAMS; number++) {
    const { client } = await signedInClient(`${url}/api`);
    await client.request(joinGame, { params: { id: game.id }, body: randomTeam(football, `Team ${number}`) });
  }
  return game.id;
}
