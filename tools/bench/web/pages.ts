import type { Browser } from '@playwright/test';
import type { Season } from './season.ts';
import { createVisitor, type PageUnderTest, type Visit, visit } from './visits.ts';

const MAX_HOME_KB = 190;
const MAX_PAGE_KB = 300;
/** Allowance for players: 25 kB of the wallet library, 10 kB of prizes and match events, 20 kB of the player's own data. */
const MAX_PLAYER_KB = 55;

/** Element of a page that is shown until its data has been loaded. */
const HEADING = 'main h1';

/** Lists the pages that guests visit, rankings first. */
export const listGuestPages = ({ running, final, league }: Season): readonly PageUnderTest[] => [
  {
    name: '/rankings',
    path: `/rankings?section=weekly&game=${running.id}`,
    readySelector: '[data-flip]',
  },
  { name: '/', path: '/', readySelector: 'h1' },
  { name: '/fixtures', path: '/fixtures', readySelector: 'main h2, main li' },
  { name: '/staking', path: '/staking', readySelector: HEADING },
  { name: '/games/:id', path: `/games/${running.id}`, readySelector: HEADING },
  { name: '/results', path: '/results', readySelector: HEADING },
  { name: '/results/:id', path: `/results/${final.id}`, readySelector: HEADING },
  { name: '/verify', path: '/verify', readySelector: HEADING },
  { name: '/reserves', path: '/reserves', readySelector: HEADING },
  { name: '/leagues/:id', path: `/leagues/${league.id}`, readySelector: HEADING },
  { name: '/results/mine', path: '/results/mine', readySelector: HEADING },
  { name: '/leagues', path: '/leagues', readySelector: HEADING },
  { name: '/leagues/join/:code', path: `/leagues/join/${league.code}`, readySelector: HEADING },
];

/** Lists the pages that a player with teams, leagues and results visits. */
export function listPlayerPages(season: Season): readonly PageUnderTest[] {
  const { running, team, player, builder } = season;
  const choice = { mode: 'weekly', game_id: running.id };
  const ofPlayers: readonly PageUnderTest[] = [
    { name: '/choose-game', path: '/choose-game', readySelector: HEADING },
    {
      name: '/tournament-select',
      path: '/tournament-select',
      readySelector: HEADING,
      state: { gameMode: 'tournament' },
    },
    { name: '/my-team', path: '/my-team', readySelector: HEADING },
    { name: '/team-view/:participationId', path: `/team-view/${team}`, readySelector: HEADING },
  ];
  return [
    ...[...listGuestPages(season), ...ofPlayers].map((page) => ({ ...page, player })),
    {
      name: '/team-build',
      path: '/team-build',
      readySelector: HEADING,
      player: builder,
      storage: { 'touchline.team-build': JSON.stringify(choice) },
    },
  ];
}

/** Maximum size of a first visit, in kB. */
export function getByteLimit({ path, player }: PageUnderTest): number {
  return (path === '/' ? MAX_HOME_KB : MAX_PAGE_KB) + (player ? MAX_PLAYER_KB : 0);
}

export const toKb = (bytes: number) => Math.round(bytes / 1000);

/** Name of a page with its visitor. */
export const describePage = ({ name, player }: PageUnderTest): string =>
  `${name} as a ${player ? 'player' : 'guest'}`;

/** Visits a page with an empty profile and prints the visit. */
export async function measureFirstVisit(on: Browser, url: string, page: PageUnderTest): Promise<Visit> {
  const context = await createVisitor(on, url, page);
  const first = await visit(context, page);
  await context.close();
  const kinds = Object.entries(first.byKind).map(([kind, bytes]) => `${kind} ${toKb(bytes)}`);
  console.log(
    `${describePage(page)}: ${toKb(first.bytes)} kB in ${first.requests} requests (${kinds.join(', ')})`,
  );
  return first;
}
