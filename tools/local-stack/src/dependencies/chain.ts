import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ChainAccount, chainAccounts, MNEMONIC, STAKING_INDEX, TREASURY_INDEX } from './accounts.ts';
import { type StateSaver, saveState } from './chain-state.ts';
import { type Child, type ChildWatch, startChild, whenReady } from './child.ts';
import type { Contracts } from './contracts.ts';
import { writeAtomically } from './files.ts';
import { hasCode, mineAtOnce, mineEvery, rpc } from './json-rpc.ts';
import { freePort } from './ports.ts';

export const CHAIN_ID = 480;

export interface ChainSettings {
  /** Seconds between blocks, 2 by default; 0 mines only when there is a transaction. */
  readonly blockSeconds?: number;
  /** Blocks until a block is safe, 4 by default; after twice as many it is final. */
  readonly safeDepth?: number;
}

export interface ChainOptions extends ChainSettings {
  /** Keeps the state over restarts, together with the addresses of our contracts. In memory by default. */
  readonly stateFile?: string;
  readonly port?: number;
  readonly say?: (text: string) => void;
  readonly watch?: ChildWatch;
}

export interface Chain extends Contracts {
  readonly rpcUrl: string;
  readonly port: number;
  readonly chainId: number;
  /** Index 0 is the admin, 1-8 the demo players, 9 the treasury, 10 the staking wallet. */
  readonly accounts: readonly ChainAccount[];
  readonly treasury: `0x${string}`;
  readonly stakingWallet: `0x${string}`;
  readonly child: Child;
  stop(): Promise<void>;
}

/** Starts anvil (chain 480) on 127.0.0.1, deploys our contracts and funds the accounts if the chain is new. */
export async function startChain(options: ChainOptions = {}): Promise<Chain> {
  const port = options.port ?? (await freePort());
  const blockSeconds = options.blockSeconds ?? 2;
  const rpcUrl = `http://127.0.0.1:${port}`;
  const cache = cacheFolder(options);
  const child = await startChild({
    name: 'chain',
    command: anvilBinary(),
    args: [
      ...baseArgs(port, blockSeconds, options.safeDepth ?? 4),
      ...historyArgs(cache),
      ...stateArgs(options),
    ],
    watch: options.watch,
  });
  void child.exited.then(() => rmSync(cache, { recursive: true, force: true }));
  await whenReady(child, () => rpc(rpcUrl, 'eth_chainId', []), {
    what: 'the chain to respond',
    timeoutMs: 60_000,
  });
  const accounts = chainAccounts();
  const address = (index: number) => (accounts[index] as ChainAccount).address;
  const contracts = await ensureContracts(rpcUrl, accounts, options, blockSeconds).catch(async (error) => {
    await child.stop();
    throw error;
  });
  const kept = options.stateFile
    ? withState(child, saveState(rpcUrl, options.stateFile), options.say)
    : child;
  return {
    rpcUrl,
    port,
    chainId: CHAIN_ID,
    accounts,
    ...contracts,
    treasury: address(TREASURY_INDEX),
    stakingWallet: address(STAKING_INDEX),
    child: kept,
    stop: () => kept.stop(),
  };
}

/**
 * The same child, but stopping it saves the state first. If that fails (no response, a full disk), the chain stops anyway
 * and keeps the state saved last.
 */
function withState(child: Child, saver: StateSaver, say: ChainOptions['say']): Child {
  void child.exited.then(() => saver.end());
  return {
    ...child,
    stop: async (graceMs) => {
      if (child.exit() === undefined)
        await saver.save().catch((error: unknown) => say?.(`the chain's last state was not saved: ${error}`));
      await child.stop(graceMs);
    },
  };
}

function baseArgs(port: number, blockSeconds: number, safeDepth: number): string[] {
  const blocks = blockSeconds > 0 ? ['--block-time', String(blockSeconds)] : [];
  return [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(CHAIN_ID),
    '--quiet',
    '--mnemonic',
    MNEMONIC,
    '--accounts',
    '20',
    '--slots-in-an-epoch',
    String(safeDepth),
    ...blocks,
  ];
}

/** Without these anvil stores every block's state in ~/.foundry for good: gigabytes a day. */
function historyArgs(cache: string): string[] {
  return ['--max-persisted-states', '32', '--cache-path', cache];
}

function cacheFolder({ stateFile }: ChainOptions): string {
  if (!stateFile) return mkdtempSync(join(tmpdir(), 'touchline-chain-'));
  const cache = join(dirname(stateFile), 'cache');
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  return cache;
}

function stateArgs({ stateFile }: ChainOptions): string[] {
  return stateFile && existsSync(stateFile) ? ['--load-state', stateFile] : [];
}

/** The native program, because stopping the package's wrapper would leave it running. */
function anvilBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    const folder = dirname(createRequire(wrapper).resolve(`${name}/package.json`));
    return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch (cause) {
    throw new Error(`anvil does not support this machine (${name}): set RPC_URL instead`, { cause });
  }
}

async function ensureContracts(
  rpcUrl: string,
  accounts: readonly ChainAccount[],
  { stateFile, say }: ChainOptions,
  blockSeconds: number,
): Promise<Contracts> {
  const record = stateFile && join(dirname(stateFile), 'contracts.json');
  const known = record && existsSync(record) ? readContracts(record) : undefined;
  if (known && (await hasCode(rpcUrl, known.vault))) return known;
  if (known) say?.('our contracts are missing on the chain, deploying them again');
  const { deployAndFund } = await import('./contracts.ts');
  await mineAtOnce(rpcUrl);
  const contracts = await deployAndFund(rpcUrl, accounts);
  if (blockSeconds > 0) await mineEvery(rpcUrl, blockSeconds);
  if (record) writeAtomically(record, JSON.stringify(contracts));
  return contracts;
}

const readContracts = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Contracts;
