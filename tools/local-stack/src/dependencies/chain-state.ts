import { existsSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { writeAtomically } from './files.ts';
import { rpc } from './json-rpc.ts';

const CHECK_MS = 1_000;
/** Without transactions the state is saved this often. */
const IDLE_SAVE_MS = 60_000;

/** Saves the chain's state, so that a kill loses a second at most. */
export interface StateSaver {
  /** Saves the current state. */
  save(): Promise<void>;
  /** Stops saving. */
  end(): void;
}

/**
 * Saves the state of the anvil at `rpcUrl` to `file` after every block with transactions, in the format of --load-state.
 * Anvil's own --state-interval rewrites everything every second (75 MB a day) and not atomically.
 */
export function saveState(rpcUrl: string, file: string): StateSaver {
  let checkedBlock = existsSync(file) ? undefined : -1;
  let savedAt = performance.now();
  let checking = Promise.resolve();

  const save = async () => {
    const dump = (await rpc(rpcUrl, 'anvil_dumpState', [])) as string;
    writeAtomically(file, gunzipSync(Buffer.from(dump.slice(2), 'hex')));
    savedAt = performance.now();
  };
  const check = async () => {
    const latest = Number(await rpc(rpcUrl, 'eth_blockNumber', []));
    const from = (checkedBlock ?? latest - 1) + 1;
    const isDue = performance.now() - savedAt > IDLE_SAVE_MS || (await hasTransactions(rpcUrl, from, latest));
    if (isDue) await save();
    checkedBlock = latest;
  };
  const timer = setInterval(() => {
    checking = checking.then(check).catch(() => {}); // the supervisor notices that the chain is down
  }, CHECK_MS);
  timer.unref();

  return {
    save: async () => {
      await checking;
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
