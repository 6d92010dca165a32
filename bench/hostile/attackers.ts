import { connect, type Socket } from 'node:net';
import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import type { JoinBody } from '@touchline/api/http/entries';
import { reserve } from '@touchline/api/http/reservations';
import { addressOf } from './addresses.ts';

/** How long an attacker waits before it opens again what was closed. */
const REOPEN_MS = 3_000;
const DRIP_MS = 2_000;
/** A silent reader does not notice that it was cut off: after this long it begins again. */
const SILENT_MS = 15_000;
const RENEW_MS = 5_000;
const NETWORK = 66;

/** How often each thing happened. */
export type Tally = Record<string, number>;

export interface Attack {
  readonly seen: Tally;
  /** Connections that are open now. */
  open(): number;
  stop(): void;
}

const count = (seen: Tally, what: string) => {
  seen[what] = (seen[what] ?? 0) + 1;
};

interface Hold {
  url: URL;
  connections: number;
  addresses: readonly string[];
  head: (index: number) => readonly string[];
  /** Reads nothing, so that the answer stays with the product. */
  silent: boolean;
}

/** Keeps connections open that send a request which never ends, or never read the answer. */
function hold({ url, connections, addresses, head, silent }: Hold): Attack {
  const seen: Tally = {};
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  function open(index: number): void {
    const localAddress = addresses[index % addresses.length]!;
    const socket = connect({ host: '127.0.0.1', port: Number(url.port), localAddress });
    sockets.add(socket);
    count(seen, 'opened');
    socket.write(`${[...head(index), `Host: ${url.host}`].join('\r\n')}\r\n\r\n${silent ? '' : '{'}`);
    const drip = silent ? undefined : setInterval(() => socket.write(' '), DRIP_MS);
    if (silent) socket.pause().setTimeout(SILENT_MS, () => socket.destroy());
    else socket.once('data', (answer) => count(seen, String(answer).slice(9, 12)));
    socket.on('error', () => count(seen, 'reset'));
    socket.on('close', () => {
      sockets.delete(socket);
      clearInterval(drip);
      if (stopped) return;
      const again = setTimeout(() => {
        timers.delete(again);
        open(index);
      }, REOPEN_MS);
      timers.add(again);
    });
  }

  for (let index = 0; index < connections; index++) open(index);
  return {
    seen,
    open: () => sockets.size,
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The addresses of the attackers: `part` tells bodies, streams and wallets apart. */
export const attackingAddresses = (part: number, many: number) =>
  Array.from({ length: many }, (_, index) => addressOf(NETWORK + part, index + 1));

/** Bodies of which a byte arrives every two seconds: half of them to a call without sign-in, half to the join. */
export function slowBodies(url: URL, game: string, connections: number, addresses: number): Attack {
  const paths = ['/api/fpl/validate-team', `/api/games/${game}/join`];
  const head = (index: number) => [
    `POST ${paths[index % 2]} HTTP/1.1`,
    'Content-Type: application/json',
    'Content-Length: 30000',
  ];
  return hold({ url, connections, addresses: attackingAddresses(0, addresses), head, silent: false });
}

/** Live streams that nobody reads, each with the whole replay of what happened before. */
export function silentReaders(url: URL, connections: number, addresses: number): Attack {
  const head = () => ['GET /api/live HTTP/1.1', 'Last-Event-ID: 1'];
  return hold({ url, connections, addresses: attackingAddresses(1, addresses), head, silent: true });
}

/** Wallets that reserve a seat without paying, and again and again. */
export function squatters(clients: readonly Client[], game: string, team: JoinBody): Attack {
  const seen: Tally = {};
  const { transaction_hash: _, ...body } = team;
  const renew = () => {
    for (const client of clients)
      client.call(reserve, { params: { id: game }, body }).then(
        () => count(seen, 'held'),
        (error) => count(seen, error instanceof TouchlineError ? error.code : String(error)),
      );
  };
  renew();
  const timer = setInterval(renew, RENEW_MS);
  return { seen, open: () => clients.length, stop: () => clearInterval(timer) };
}
