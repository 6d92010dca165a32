import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// A thread of its own: what it does must not delay the clock of the players.

export interface Hold {
  readonly port: number;
  /** One connection for each head of a request, from the addresses in turn. */
  readonly heads: readonly (readonly string[])[];
  readonly addresses: readonly string[];
  /** Reads nothing, so that the answer stays with the product; else sends a body without end. */
  readonly silent: boolean;
}

/** How often each thing happened. */
export type Counts = Record<string, number>;

/** How long an attacker waits before it opens again what was closed. */
const REOPEN_MS = 3_000;
const DRIP_MS = 2_000;
/** A silent reader does not notice that it was cut off: after this long it begins again. */
const SILENT_MS = 15_000;

const { port, heads, addresses, silent } = workerData as Hold;
const seen: Counts = {};
const count = (what: string) => {
  seen[what] = (seen[what] ?? 0) + 1;
};

function open(index: number): void {
  const localAddress = addresses[index % addresses.length]!;
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  count('opened');
  socket.write(`${heads[index]!.join('\r\n')}\r\n\r\n${silent ? '' : '{'}`);
  const drip = silent ? undefined : setInterval(() => socket.write(' '), DRIP_MS);
  if (silent) socket.pause().setTimeout(SILENT_MS, () => socket.destroy());
  else socket.once('data', (answer) => count(String(answer).slice(9, 12)));
  socket.on('error', () => count('reset'));
  socket.on('close', () => {
    clearInterval(drip);
    setTimeout(open, REOPEN_MS, index);
  });
}

for (let index = 0; index < heads.length; index++) open(index);
setInterval(() => parentPort?.postMessage(seen), 1_000);
