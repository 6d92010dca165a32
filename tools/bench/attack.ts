import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '@touchline/api/client';
import { type Bootstrap, bootstrap } from '@touchline/api/http/fpl';
import { createTournament, type Game, listGames } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Product, startProduct } from '@touchline/local-stack/product';
import { privateKeyToAccount } from 'viem/accounts';
import {
  type Attack,
  attackerAddresses,
  startSilentSubscribers,
  startSlowBodies,
  squatters,
} from './attack/attackers.ts';
import { joinOneByOne, newPlayer, takeSeat } from './attack/players.ts';
import { type Result, report } from './attack/report.ts';

const JOINS = 200;
/** Unpaid seats are free again after three minutes: the joins last until then. */
const EVERY_MS = 1000;
const CALM_EVERY_MS = 200;
const PATIENCE_MS = 220_000;
const CONNECTIONS = 300;
const WALLETS = 20;
const FEE = '1000';
const GAMEWEEK = 6;

/** `npm start` raises these, because its tests come from one address. An empty variable is the default of production. */
const LIMITS_OF_PRODUCTION = [
  ...['RATE_LIMIT_ADDRESS_PER_MINUTE', 'RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE'],
  ...[
    'RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE',
    'RATE_LIMIT_LOGIN_FAILURES',
    'RATE_LIMIT_FILES_ADDRESS_PER_MINUTE',
  ],
  ...['MAX_UNFINISHED_BODIES_PER_ADDRESS', 'MAX_LIVE_STREAMS_PER_ADDRESS', 'MAX_CONNECTIONS_PER_ADDRESS'],
];

const { values } = parseArgs({
  options: { addresses: { type: 'string', default: '4' }, raised: { type: 'boolean', default: false } },
});
const addresses = Number(values.addresses);
const limits = values.raised ? {} : Object.fromEntries(LIMITS_OF_PRODUCTION.map((name) => [name, '']));

const log = (text: string) => console.log(`> ${text}`);
const home = mkdtempSync(join(tmpdir(), 'touchline-bench-hostile-'));
const product = await startProduct({
  home,
  replay: { fromGameweek: GAMEWEEK, gameweekMinutes: 480 }, // no kick-off during the run
  env: { gateway: limits },
  log,
});
try {
  process.exitCode = report(await run(product));
} finally {
  await product.stop();
  rmSync(home, { recursive: true, force: true });
}

async function run(on: Product): Promise<Result> {
  const anonymous = createClient({ base: `${on.url}/api` });
  const football = await anonymous.request(bootstrap);
  const { games } = await anonymous.request(listGames, { query: { game_type: 'WEEKLY' } });
  const weekly = games.find(({ first_gameweek }) => first_gameweek === GAMEWEEK);
  if (!weekly) throw new Error(`there is no game of gameweek ${GAMEWEEK}`);
  const cup = await createCup(on);
  log(`signing in ${2 * JOINS + WALLETS + 1} wallets, each from an address of its own`);
  const players: Client[] = [];
  while (players.length < 2 * JOINS)
    players.push(...(await Promise.all(Array.from({ length: 20 }, () => newPlayer(on)))));
  const few = attackerAddresses(2, addresses);
  const crowd = await Promise.all(
    Array.from({ length: WALLETS }, (_, index) => newPlayer(on, { address: few[index % few.length]! })),
  );
  const payer = on.chain.accounts[1]!;
  const patient = await newPlayer(on, { account: privateKeyToAccount(payer.privateKey) });

  log('joins while nobody attacks');
  const calm = await joinOneByOne(players.slice(0, JOINS), weekly.id, football, CALM_EVERY_MS);
  const attacks = await attack(on, { weekly, cup, crowd, football });
  log(
    `joins while ${CONNECTIONS} slow bodies, ${CONNECTIONS} silent subscribers and ${WALLETS} squatters attack`,
  );
  const chance = { game: cup.id, football, fee: FEE, patienceMs: PATIENCE_MS };
  const [hostile, seat] = await Promise.all([
    joinOneByOne(players.slice(JOINS), weekly.id, football, EVERY_MS),
    takeSeat(on, patient, payer.address, chance),
  ]);
  for (const one of Object.values(attacks)) one.stop();
  return { calm, hostile, seat, attacks };
}

/** A tournament for twenty that can be joined during the whole run. */
async function createCup(on: Product): Promise<Game> {
  const admin = await newPlayer(on, { account: privateKeyToAccount(on.chain.accounts[0]!.privateKey) });
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const times = { start_time: inMinutes(31), end_time: inMinutes(30) };
  const body = { game_type: 'TOURNAMENT', name: 'Squatted cup', entry_fee: FEE, ...times } as const;
  return (await admin.request(createTournament, { body })).game;
}

interface Stage {
  weekly: Game;
  cup: Game;
  crowd: readonly Client[];
  football: Bootstrap;
}

/** Begins all attacks, and waits until the tournament is full and the connections have been tried. */
async function attack(on: Product, { weekly, cup, crowd, football }: Stage): Promise<Record<string, Attack>> {
  const url = new URL(on.url);
  const attacks = {
    'slow bodies': startSlowBodies(url, weekly.id, CONNECTIONS, addresses),
    'silent subscribers': startSilentSubscribers(url, CONNECTIONS, addresses),
    squatters: squatters(crowd, cup.id, randomTeam(football, 'Squatter')),
  };
  const { seen } = attacks.squatters;
  await waitUntil(async () => (seen.held ?? 0) >= WALLETS, {
    what: 'the tournament to be full',
    timeoutMs: 10_000,
  });
  return attacks;
}
