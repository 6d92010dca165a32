import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@touchline/api/client';
import { joinGame } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { type Leaderboard, leaderboard } from '@touchline/api/http/leaderboard';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signIn } from '@touchline/local-stack/clients/signed-in';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Product, startProduct } from '@touchline/local-stack/product';
import { openDatabase } from '@touchline/service-kit/database';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { insertEntries } from './data/insert-entries.ts';
import { RAISED_LIMITS } from './host/raised-limits.ts';

// A product whose current weekly game is crowded, to be measured from outside: prints `ready URL game=ID token=TOKEN` when
// the first match has kicked off, and runs until SIGINT. Everything else it says goes to the error output.

const GAMEWEEK = 6;
/** One gameweek takes so long that nothing closes while somebody measures. */
const GAMEWEEK_MINUTES = 240;

// The relay polls twice a second; nothing else of the calendar differs from `npm start` with gameweeks as long.
process.env.CALENDAR = JSON.stringify({ poll_live_seconds: 0.5, poll_idle_seconds: 2 });

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000' },
    port: { type: 'string' },
    paused: { type: 'boolean', default: false },
  },
});
const entries = Number(values.entries);
if (!Number.isSafeInteger(entries) || entries < 1) throw new Error('--entries is a number from 1 on');

const log = (text: string) => console.error(`> ${text}`);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
const home = mkdtempSync(join(tmpdir(), 'touchline-bench-crowd-'));
try {
  const product = await startProduct({
    home,
    ...(values.port ? { port: Number(values.port) } : {}),
    replay: { paused: true, fromGameweek: GAMEWEEK, gameweekMinutes: GAMEWEEK_MINUTES },
    env: { gateway: RAISED_LIMITS },
    signal: stopping.signal,
    log,
  });
  try {
    const { game, token } = await fill(product);
    await product.replay.advance({ to: { gameweek: GAMEWEEK, phase: 'kickoff-1' } });
    await board(product, game, 'the kick-off', ({ summary }) => summary.gameweek === GAMEWEEK);
    if (!values.paused) await product.replay.resume();
    console.log(`ready ${product.url} game=${game.id} token=${token}`);
    await new Promise((resolve) => {
      if (stopping.signal.aborted) resolve(null);
      stopping.signal.addEventListener('abort', resolve);
    });
  } finally {
    await product.stop();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** One entrant joins as players do, and the crowd behind him. */
async function fill(on: Product): Promise<{ game: Game; token: string }> {
  const base = `${on.url}/api`;
  const anonymous = createClient({ base });
  const { games } = await anonymous.request(listGames, { query: { game_type: 'WEEKLY' } });
  const game = games.find((one) => one.first_gameweek === GAMEWEEK);
  if (!game) throw new Error(`there is no game of gameweek ${GAMEWEEK}`);
  const football = await anonymous.request(bootstrap);
  const account = privateKeyToAccount(generatePrivateKey());
  const joining = createClient({ base, token: await signInOnce() });
  await joining.request(joinGame, { params: { id: game.id }, body: randomTeam(football, 'Entrant') });
  if (entries > 1) {
    const db = openDatabase(on.databaseUrl('games'), 'games', { connections: 1, statementTimeoutMs: 0 });
    await insertEntries(db, game.id, entries - 1, football, log, stopping.signal).finally(() => db.destroy());
  }
  await board(on, game, `a leaderboard of ${entries} entries`, ({ total }) => total === entries);
  // The token lasts a quarter of an hour from now.
  return { game, token: await signIn(base, account) };

  async function signInOnce() {
    const token = await signIn(base, account);
    return () => token;
  }
}

/** Waits for a leaderboard that shows something. */
async function board(
  on: Product,
  game: Game,
  what: string,
  shows: (board: Leaderboard) => boolean,
): Promise<void> {
  const anonymous = createClient({ base: `${on.url}/api` });
  const look = () => anonymous.request(leaderboard, { params: { id: game.id }, query: { limit: '1' } });
  await waitUntil(async () => shows(await look()), { what, timeoutMs: 300_000 });
}
