import { Worker } from 'node:worker_threads';
import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import type { JoinBody } from '@touchline/api/http/entries';
import { reserve } from '@touchline/api/http/reservations';
import { loopbackAddress } from './addresses.ts';
import type { Counts, HoldOptions } from './hold-thread.ts';

const RENEW_MS = 5_000;
const NETWORK = 66;

export interface Attack {
  /** Results so far. */
  readonly counts: Counts;
  stop(): void;
}

/** Holds connections open in a separate thread, without completing requests or without reading responses. */
function holdConnections(workerData: HoldOptions): Attack {
  const worker = new Worker(new URL('./hold-thread.js', import.meta.url), { workerData });
  const counts: Counts = {};
  worker.on('message', (latest: Counts) => Object.assign(counts, latest));
  return { counts, stop: () => void worker.terminate() };
}

/** Addresses of attackers; `group` separates slow bodies (0), silent subscribers (1) and squatters (2). */
export const attackerAddresses = (group: number, count: number) =>
  Array.from({ length: count }, (_, index) => loopbackAddress(NETWORK + group, index + 1));

const buildHeads = (count: number, build: (index: number) => string[]) =>
  Array.from({ length: count }, (_, index) => build(index));

/** Sends request bodies a byte at a time: half to an endpoint without sign-in, half to the join. */
export function startSlowBodies(
  { host, port }: URL,
  game: string,
  connections: number,
  addresses: number,
): Attack {
  const paths = ['/api/fpl/validate-team', `/api/games/${game}/join`];
  const heads = buildHeads(connections, (index) => [
    `POST ${paths[index % 2]} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    'Content-Length: 30000',
  ]);
  return holdConnections({
    port: Number(port),
    heads,
    addresses: attackerAddresses(0, addresses),
    silent: false,
  });
}

/** Opens live streams that replay all previous messages, and reads none of them. */
export function startSilentSubscribers({ host, port }: URL, connections: number, addresses: number): Attack {
  const heads = buildHeads(connections, () => [
    'GET /api/live HTTP/1.1',
    `Host: ${host}`,
    'Last-Event-ID: 1',
  ]);
  return holdConnections({
    port: Number(port),
    heads,
    addresses: attackerAddresses(1, addresses),
    silent: true,
  });
}

/** Reserves seats repeatedly without paying. */
export function startSquatters(clients: readonly Client[], game: string, team: JoinBody): Attack {
  const counts: Counts = {};
  const { transaction_hash: _, ...body } = team;
  const add = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const renew = () => {
    for (const client of clients)
      client.request(reserve, { params: { id: game }, body }).then(
        () => add('held'),
        (error) => add(error instanceof TouchlineError ? error.code : String(error)),
      );
  };
  renew();
  const timer = setInterval(renew, RENEW_MS);
  return { counts, stop: () => clearInterval(timer) };
}
