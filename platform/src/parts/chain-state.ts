import { existsSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { writeAtomically } from './files.ts';
import { rpc } from './json-rpc.ts';

const LOOK_MS = 1_000;
/** Empty blocks are worth little: they are written this often, blocks with transactions at once. */
const QUIET_MS = 60_000;

/** Keeps the chain's state in a file, so that a kill loses a second at most. */
export interface StateKeeper {
  /** Writes the state as it is now. */
  save(): Promise<void>;
  /** Ends the keeping. */
  end(): void;
}

/**
 * Writes the state of the anvil at `rpcUrl` to `file` whenever a block brought transactions, in the format of
 * --load-state. Anvil's own --state-interval writes all of it every second (a day's blocks: 75 MB) and in place, so that
 * a kill in the middle leaves half a file.
 */
export function keepState(rpcUrl: string, file: string): StateKeeper {
  let seen = existsSync(file) ? undefined : -1;
  let savedAt = performance.now();
  let looking = Promise.resolve();

  const save = async () => {
    const dump = (await rpc(rpcUrl, 'anvil_dumpState', [])) as string;
    writeAtomically(file, gunzipSync(Buffer.from(dump.slice(2), 'hex')));
    savedAt = performance.now();
  };
  const look = async () => {
    const latest = Number(await rpc(rpcUrl, 'eth_blockNumber', []));
    const from = (seen ?? latest - 1) + 1;
    const worth = performance.now() - savedAt > QUIET_MS || (await hasTransactions(rpcUrl, from, latest));
    if (worth) await save();
    seen = latest;
  };
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {}); // the chain is down: its supervisor knows
  }, LOOK_MS);
  timer.unref();

  return {
    save: async () => {
      await looking;
      await save();
    },
    end: () => clearInterval(timer),
  };
}

async function hasTransactions(rpcUrl: string, from: number, to: number): Promise<boolean> {
  for (let number = from; number <= to; number++) {
    const count = await rpc(rpcUrl, 'eth_getBlockTransactionCountByNumber', [`0x${number.toString(16)}`]);
    if (Number(count) > 0) return true;
  }
  return false;
}
