import { parseArgs } from 'node:util';
import { createClient } from '@touchline/api/client';
import { joinGame } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { type Leaderboard, leaderboard } from '@touchline/api/http/leaderboard';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signIn } from '@touchline/local-stack/clients/signed-in';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Product, withProduct } from '@touchline/local-stack/product';
import { openDatabase } from '@touchline/service-kit/data/database';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { insertEntries } from './data/insert-entries.ts';
import { RAISED_LIMITS } from './host/raised-limits.ts';

// npm run bench -- large-game [--entries N] [--port N] [--paused]: starts a product with a large weekly game, to be measured from
// outside. Prints `ready URL game=ID token=TOKEN` after the first kick-off and runs until SIGINT; progress goes to stderr.

const GAMEWEEK = 6;
/** Long enough that the gameweek does not end during a measurement. */
const GAMEWEEK_MINUTES = 240;

// The relay polls twice a second; the rest of the calendar is as in `npm start`.
process.env.CALENDAR = JSON.stringify({ poll_live_seconds: 0.5, poll_idle_seconds: 2 });

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000' },
    port: { type: 'string' },
    paused: { type: 'boolean', default: false },
  },
});
const entries = Number(values.entries);
if (!Number.isSafeInteger(entries) || entries < 1) throw new Error('--entries must be a positive integer');

const log = (text: string) => console.error(`> ${text}`);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
const options = {
  ...(values.port ? { port: Number(values.port) } : {}),
  replay: { paused: true, fromGameweek: GAMEWEEK, gameweekMinutes: GAMEWEEK_MINUTES },
  env: { gateway: RAISED_LIMITS },
  signal: stopping.signal,
  say: log,
};
await withProduct(options, async (product) => {
  const { game, token } = await fillGame(product);
  await product.replay.advance({ to: { gameweek: GAMEWEEK, phase: 'kickoff-1' } });
  await waitForLeaderboard(
    product,
    game,
    'the first kick-off',
    ({ summary }) => summary.gameweek === GAMEWEEK,
  );
  if (!values.paused) await product.replay.resume();
  console.log(`ready ${product.url} game=${game.id} token=${token}`);
  await new Promise((resolve) => {
    if (stopping.signal.aborted) resolve(null);
    stopping.signal.addEventListener('abort', resolve);
  });
});

/** Joins one wallet through the API and adds the other entries to the database. @returns an access token of that wallet */
async function fillGame(on: Product): Promise<{ game: Game; token: string }> {
  const base = `${on.url}/api`;
  const anonymous = createClient({ base });
  const { games } = await anonymous.request(listGames, { query: { game_type: 'WEEKLY' } });
  const game = games.find((each) => each.first_gameweek === GAMEWEEK);
  if (!game) throw new Error(`gameweek ${GAMEWEEK} has no weekly game`);
  const football = await anonymous.request(bootstrap);
  const account = privateKeyToAccount(generatePrivateKey());
  const firstToken = await signIn(base, account);
  const client = createClient({ base, token: () => firstToken });
  await client.request(joinGame, { params: { id: game.id }, body: randomTeam(football, 'First entry') });
  if (entries > 1) {
    const db = openDatabase(on.databaseUrl('games'), 'games', { connections: 1, statementTimeoutMs: 0 });
    await insertEntries(db, game.id, entries - 1, football, log, stopping.signal).finally(() => db.destroy());
  }
  await waitForLeaderboard(on, game, `a leaderboard of ${entries} entries`, ({ total }) => total === entries);
  // A new token: it is valid for 15 minutes from now.
  return { game, token: await signIn(base, account) };
}

/** Waits until the leaderboard of a game meets a condition. */
async function waitForLeaderboard(
  on: Product,
  game: Game,
  what: string,
  isReady: (page: Leaderboard) => boolean,
): Promise<void> {
  const anonymous = createClient({ base: `${on.url}/api` });
  const read = () => anonymous.request(leaderboard, { params: { id: game.id }, query: { limit: '1' } });
  await waitUntil(async () => isReady(await read()), { what, timeoutMs: 300_000 });
}
