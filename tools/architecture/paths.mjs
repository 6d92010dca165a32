#!/usr/bin/env node
// Files and lines that the four most important paths run, as in docs/architecture.md. --files lists the files of each.
import { fileURLToPath } from 'node:url';
import { projectFiles } from './project-files.mjs';
import { createReachable } from './reachable.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRODUCT = /^(gateway|services|shell|mf-[\w-]+|packages|contracts)\/.*(?<!\.d)\.(ts|tsx|mjs|js)$/;
const TESTS = /\.(test|spec)\.tsx?$|\/testing\/|^shell\/compatibility\//;

const inFolder = (folder, names) => names.map((name) => `${folder}/${name}`);
const GATEWAY = inFolder('gateway/src', [
  'limits/limits.ts#createLimits',
  'routing/routes.ts#createRouteTable',
  'routing/forward.ts#createForward',
  'routing/proxy.ts#createProxy',
]);
const SERVICE = inFolder('packages/service-kit/src/http', [
  'app.ts#createKoa',
  'route.ts#mount',
  'auth.ts#createVerifier',
]);
const GAMES = 'services/games/src';
const LEADERBOARD = [
  ...SERVICE,
  ...inFolder(`${GAMES}/standings`, [
    'leaderboard.routes.ts#leaderboardRoutes',
    'cache.ts#createStandingsCache',
  ]),
];

/** The part of the engine that the service calls: its interface. */
const ENGINE = ['packages/standings/src/standings.ts#ENTRY_NUMBERS'];

/** @type {Record<string, import('./reachable.mjs').Path>} */
export const PATHS = {
  'a join of a free game, gateway to response': {
    from: [
      ...GATEWAY,
      ...SERVICE,
      ...inFolder(GAMES, [
        'joining/joining.routes.ts#joiningRoutes',
        'games/game-writes.ts#createGameWrites',
        'games/games.ts#createGameCache',
      ]),
    ],
    without: inFolder(`${GAMES}/joining`, ['join-paid.ts#joinPaid', 'can-join.ts#checkCanJoin']),
  },
  'a leaderboard whose page is in memory, service': {
    from: LEADERBOARD,
    without: inFolder(`${GAMES}/standings`, [
      'cache.ts#createUpdate',
      'cache.ts#loadUpTo',
      'refresh.ts#createRefresh',
      'leaderboard.routes.ts#createPage',
    ]),
  },
  'a leaderboard with a recompute, without the engine': {
    from: [...LEADERBOARD, `${GAMES}/standings/new-entries.store.ts#createNewEntryLookup`],
    without: ENGINE,
  },
  'a goal, poll to browser, without the engine': {
    from: [
      ...inFolder('services/fpl-relay/src', [
        'poller/poller.ts#startPoller',
        'feed/feed.client.ts#createFeedClient',
        'feed/feed.ts#createFeed',
        'snapshots/season-cache.ts#createSeasonCache',
        'snapshots/snapshots.requests.ts#replyToSnapshotRequests',
      ]),
      'packages/service-kit/src/messaging/outbox.ts#publishFromOutbox',
      ...inFolder(GAMES, [
        'feed/feed.ts#followFeed',
        'football/seasons.ts#createSeasons',
        'standings/cache.ts#createStandingsCache',
      ]),
      'gateway/src/live/live.ts#createLive',
      'shell/src/live/live.ts#createLive',
      'packages/host/src/use-live.ts#useLive',
    ],
    without: ENGINE,
  },
};

/** Counts the lines of the product's code; tests and declarations do not count. */
const countProductLines = (root) =>
  projectFiles(root, PRODUCT)
    .filter(({ path }) => !TESTS.test(path))
    .reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const find = createReachable(ROOT);
  for (const [name, path] of Object.entries(PATHS)) {
    const { files, lines } = find(path);
    console.log(`${name}: ${files.size} files, ${lines} lines`);
    if (!process.argv.includes('--files')) continue;
    for (const [file, names] of [...files].sort()) console.log(`  ${file}: ${names.join(', ')}`);
  }
  console.log(`the product: ${countProductLines(ROOT)} lines`);
}
