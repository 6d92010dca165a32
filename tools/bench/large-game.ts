import { parseArgs } from 'node:util';
import { joinGame } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signedInClient, signIn } from '@touchline/local-stack/clients/signed-in';
import { withProduct } from '@touchline/local-stack/product';
import { UNLIMITED } from '@touchline/local-stack/supervisor/unlimited';
import { openDatabase } from '@touchline/service-kit/data/database';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { log } from './figures/log.ts';
import { findWeeklyGame, kickOffLargeGame } from './host/weekly-game.ts';

// npm run bench -- large-game [--entries N] [--port N] [--paused]: starts a product with a large weekly game, to be measured from
// outside. Prints `ready URL game=ID token=TOKEN` after the first kick-off and runs until SIGINT.

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

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
const options = {
  ...(values.port ? { port: Number(values.port) } : {}),
  replay: { paused: true, fromGameweek: GAMEWEEK, gameweekMinutes: GAMEWEEK_MINUTES },
  env: { gateway: UNLIMITED },
  signal: stopping.signal,
  say: log,
};
await withProduct(options, async (product) => {
  const account = privateKeyToAccount(generatePrivateKey());
  const { client } = await signedInClient(product.url, account);
  const game = await findWeeklyGame(product, GAMEWEEK);
  const body = randomTeam(await client.request(bootstrap), 'First entry');
  await client.request(joinGame, { params: { id: game.id }, body });
  const db = openDatabase(product.databaseUrl('games'), 'games', { connections: 1, statementTimeoutMs: 0 });
  const { signal } = stopping;
  await kickOffLargeGame(product, db, game, { entries, joined: 1, signal }).finally(() => db.destroy());
  if (!values.paused) await product.replay.resume();
  // A new token: it is valid for 15 minutes from now.
  console.log(`ready ${product.url} game=${game.id} token=${await signIn(product.url, account)}`);
  await new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', resolve);
  });
});
