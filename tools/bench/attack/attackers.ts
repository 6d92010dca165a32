import { Worker } from 'node:worker_threads';
import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import type { JoinBody } from '@touchline/api/http/entries';
import { reserve } from '@touchline/api/http/reservations';
import { loopbackAddress } from './addresses.ts';
import type { Hold, Counts } from './hold-thread.ts';

const RENEW_MS = 5_000;
const NETWORK = 66;

export interface Attack {
  readonly seen: Counts;
  stop(): void;
}

/** Keeps connections open that send a request which never ends, or never read the answer. */
function hold(workerData: Hold): Attack {
  const worker = new Worker(new URL('./hold-thread.js', import.meta.url), { workerData });
  const seen: Counts = {};
  worker.on('message', (tally: Counts) => Object.assign(seen, tally));
  return { seen, stop: () => void worker.terminate() };
}

/** The addresses of the attackers: `part` tells bodies, streams and wallets apart. */
export const attackerAddresses = (part: number, many: number) =>
  Array.from({ length: many }, (_, index) => loopbackAddress(NETWORK + part, index + 1));

const times = <T>(many: number, make: (index: number) => T) =>
  Array.from({ length: many }, (_, index) => make(index));

/** Bodies of which a byte arrives every two seconds: half of them to a call without sign-in, half to the join. */
export function startSlowBodies(
  { host, port }: URL,
  game: string,
  connections: number,
  addresses: number,
): Attack {
  const paths = ['/api/fpl/validate-team', `/api/games/${game}/join`];
  const heads = times(connections, (index) => [
    `POST ${paths[index % 2]} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    'Content-Length: 30000',
  ]);
  return hold({ port: Number(port), heads, addresses: attackerAddresses(0, addresses), silent: false });
}

/** Live streams that nobody reads, each with the whole replay of what happened before. */
export function startSilentSubscribers({ host, port }: URL, connections: number, addresses: number): Attack {
  const heads = times(connections, () => ['GET /api/live HTTP/1.1', `Host: ${host}`, 'Last-Event-ID: 1']);
  return hold({ port: Number(port), heads, addresses: attackerAddresses(1, addresses), silent: true });
}

/** Wallets that reserve a seat without paying, and again and again. */
export function squatters(clients: readonly Client[], game: string, team: JoinBody): Attack {
  const seen: Counts = {};
  const { transaction_hash: _, ...body } = team;
  const count = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1;
  };
  const renew = () => {
    for (const client of clients)
      client.request(reserve, { params: { id: game }, body }).then(
        () => count('held'),
        (error) => count(error instanceof TouchlineError ? error.code : String(error)),
      );
  };
  renew();
  const timer = setInterval(renew, RENEW_MS);
  return { seen, stop: () => clearInterval(timer) };
}
