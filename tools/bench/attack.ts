import { parseArgs } from 'node:util';
import type { Client } from '@touchline/api/client';
import { type Bootstrap, bootstrap } from '@touchline/api/http/fpl';
import { createTournament, type Game } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Product, withProduct } from '@touchline/local-stack/product';
import { SERVICES } from '@touchline/local-stack/supervisor/services';
import {
  type Attack,
  attackerAddresses,
  startSilentSubscribers,
  startSlowBodies,
  startSquatters,
} from './attack/attackers.ts';
import { joinAtInterval, signInPlayer, takeSeat } from './attack/players.ts';
import { type Result, report } from './attack/report.ts';
import { log } from './figures/log.ts';
import { findWeeklyGame } from './host/weekly-game.ts';

/** npm run bench -- attack [--addresses N] [--raised]: joins while clients exhaust connections, live streams and seats. */
const JOINS = 200;
/** The joins last until the unpaid seats are released after three minutes. */
const ATTACKED_INTERVAL_MS = 1000;
const BASELINE_INTERVAL_MS = 200;
const SEAT_TIMEOUT_MS = 220_000;
const CONNECTIONS = 300;
const WALLETS = 20;
const FEE = '1000';
const GAMEWEEK = 6;

/** Limits raised by `npm start`, whose tests use one address. An empty variable selects the production default. */
const RAISED = Object.keys(SERVICES.find(({ name }) => name === 'gateway')!.defaults).filter((name) =>
  /^(RATE_LIMIT|MAX)_/.test(name),
);

const { values } = parseArgs({
  options: { addresses: { type: 'string', default: '4' }, raised: { type: 'boolean', default: false } },
});
const addresses = Number(values.addresses);
const limits = values.raised ? {} : Object.fromEntries(RAISED.map((name) => [name, '']));

const options = {
  replay: { fromGameweek: GAMEWEEK, gameweekMinutes: 480 }, // no kick-off during the run
  env: { gateway: limits },
  say: log,
};
report(await withProduct(options, run));

async function run(on: Product): Promise<Result> {
  const football = await on.api.request(bootstrap);
  const weekly = await findWeeklyGame(on, GAMEWEEK);
  const tournament = await openTournament(on);
  log(`signing in ${2 * JOINS + WALLETS + 1} wallets, each from a separate address`);
  const players: Client[] = [];
  while (players.length < 2 * JOINS)
    players.push(...(await Promise.all(Array.from({ length: 20 }, () => signInPlayer(on)))));
  const squatterAddresses = attackerAddresses(2, addresses);
  const squatters = await Promise.all(
    Array.from({ length: WALLETS }, (_, index) =>
      signInPlayer(on, { address: squatterAddresses[index % squatterAddresses.length]! }),
    ),
  );
  const payer = on.chain.accounts[1]!;
  const player = await signInPlayer(on, { account: payer.wallet });

  log('joins without attack');
  const baseline = await joinAtInterval(players.slice(0, JOINS), weekly.id, football, BASELINE_INTERVAL_MS);
  const attacks = await attack(on, { weekly, tournament, squatters, football });
  log(
    `joins during an attack by ${CONNECTIONS} slow bodies, ${CONNECTIONS} silent subscribers and ${WALLETS} squatters`,
  );
  const options = { game: tournament.id, football, fee: FEE, timeoutMs: SEAT_TIMEOUT_MS };
  const [attacked, seat] = await Promise.all([
    joinAtInterval(players.slice(JOINS), weekly.id, football, ATTACKED_INTERVAL_MS),
    takeSeat(on, player, payer.address, options),
  ]);
  for (const each of Object.values(attacks)) each.stop();
  return { baseline, attacked, seat, attacks };
}

/** Creates a tournament with twenty seats that stays open during the whole run. */
async function openTournament(on: Product): Promise<Game> {
  const admin = await signInPlayer(on, { account: on.chain.accounts[0]!.wallet });
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const times = { start_time: inMinutes(31), end_time: inMinutes(30) };
  const body = { game_type: 'TOURNAMENT', name: 'Tournament', entry_fee: FEE, ...times } as const;
  return (await admin.request(createTournament, { body })).game;
}

interface Targets {
  weekly: Game;
  tournament: Game;
  squatters: readonly Client[];
  football: Bootstrap;
}

/** Starts all attacks and waits until the tournament is full. */
async function attack(
  on: Product,
  { weekly, tournament, squatters, football }: Targets,
): Promise<Record<string, Attack>> {
  const url = new URL(on.url);
  const attacks = {
    'slow bodies': startSlowBodies(url, weekly.id, CONNECTIONS, addresses),
    'silent subscribers': startSilentSubscribers(url, CONNECTIONS, addresses),
    squatters: startSquatters(squatters, tournament.id, randomTeam(football, 'Squatter')),
  };
  const { counts } = attacks.squatters;
  await waitUntil(async () => (counts.held ?? 0) >= WALLETS, {
    what: 'the tournament to be full',
    timeoutMs: 10_000,
  });
  return attacks;
}
