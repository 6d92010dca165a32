import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import type { ContractLog, LogRange } from '../contract-log.ts';
import { type MinedTransaction, type Rpc, WrongChainError } from '../rpc.ts';
import type { PendingTransfer, TokenTransfer, TransferRange } from '../transfer.ts';

export interface Payment {
  sender: string;
  recipient: string;
  amount: bigint;
}

/** A log of any contract, as the contract emits it. */
export type EmittedLog = Pick<ContractLog, 'topics' | 'data'>;

export interface ScriptedTransaction {
  hash: Hex;
  payments: readonly Payment[];
  logs: readonly EmittedLog[];
}

interface ScriptedBlock {
  hash: Hex;
  transactions: readonly ScriptedTransaction[];
}

const SAFE_DEPTH = 5;
const BLOCK_MS = 2_000;

const toHash = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`;

/** An in-memory chain whose blocks are mined and removed by a test. */
export class ScriptedChain {
  blocks: ScriptedBlock[] = [];
  /** Transactions that are waiting to be mined. */
  pending: ScriptedTransaction[] = [];
  finalized = 0;
  private hashes = 0;

  constructor(private readonly options: { finalDepth: number }) {}

  get height() {
    return this.blocks.length - 1;
  }

  mine(...transactions: ScriptedTransaction[]): void {
    this.pending = this.pending.filter((each) => !transactions.includes(each));
    this.blocks.push({ hash: this.nextHash('block'), transactions });
    this.finalized = Math.max(this.finalized, this.height - this.options.finalDepth);
  }

  transaction(payments: readonly Payment[], logs: readonly EmittedLog[] = []): ScriptedTransaction {
    return { hash: this.nextHash('transaction'), payments, logs };
  }

  /** Removes the last blocks except final ones. @returns their transactions */
  remove(depth: number): ScriptedTransaction[] {
    const start = Math.max(this.finalized + 1, this.blocks.length - depth);
    return this.blocks.splice(start).flatMap(({ transactions }) => transactions);
  }

  private nextHash(kind: string): Hex {
    this.hashes += 1;
    return toHash(`${kind} ${this.hashes}`);
  }
}

/** Selects transactions of this account: the sender of the first transfer. Each uses its next nonce. */
const isFrom = (address: string) => (transaction: ScriptedTransaction) =>
  transaction.payments[0]?.sender === address;

/** The transfers of a block. Log indexes count across all of its transactions. */
export function transfersIn(blocks: readonly ScriptedBlock[], number: number): TokenTransfer[] {
  const { hash, transactions } = blocks[number]!;
  return transactions
    .flatMap((transaction) => transaction.payments.map((payment) => ({ payment, tx_hash: transaction.hash })))
    .map(({ payment, tx_hash }, log_index) => ({
      ...payment,
      tx_hash,
      log_index,
      block_number: number,
      block_hash: hash,
      block_time: number * BLOCK_MS,
    }));
}

/** The logs of a block, all of the same contract. */
export function logsIn(blocks: readonly ScriptedBlock[], number: number): ContractLog[] {
  const { hash, transactions } = blocks[number]!;
  return transactions
    .flatMap((transaction) => transaction.logs.map((log) => ({ ...log, tx_hash: transaction.hash })))
    .map((log, log_index) => ({
      ...log,
      log_index,
      block_number: number,
      block_hash: hash,
      block_time: number * BLOCK_MS,
    }));
}

/**
 * - LAGGING: serves an old state of the chain, including blocks removed later
 * - HANGING: never responds
 * - OMITTING, INVENTING: returns wrong logs
 * - FORGETTING: knows no transfer
 * - AHEAD: claims blocks that do not exist, and that all real blocks are final
 * - ELSEWHERE: serves another chain
 */
export type Fault =
  | 'NONE'
  | 'DOWN'
  | 'LAGGING'
  | 'HANGING'
  | 'OMITTING'
  | 'INVENTING'
  | 'FORGETTING'
  | 'AHEAD'
  | 'ELSEWHERE';

const CLAIMED_BLOCKS = 100;

/** An RPC for a scripted chain, without faults until a test sets one. */
export class ScriptedRpc implements Rpc {
  readonly name = 'scripted';
  /** The last block whose transfers it has returned. */
  readUpTo = -1;
  private fault: Fault = 'NONE';
  private frozen = { blocks: [] as ScriptedBlock[], finalized: 0 };

  constructor(private readonly chain: ScriptedChain) {}

  setFault(fault: Fault): void {
    this.fault = fault;
    this.frozen = { blocks: [...this.chain.blocks], finalized: this.chain.finalized };
  }

  async check() {
    await this.view();
    if (this.fault === 'ELSEWHERE') throw new WrongChainError('the RPC serves chain 1, not 480');
  }

  async heads() {
    const { blocks, finalized } = await this.view();
    const latest = blocks.length - 1;
    if (this.fault !== 'AHEAD') return { latest, safe: Math.max(finalized, latest - SAFE_DEPTH), finalized };
    return {
      latest: latest + CLAIMED_BLOCKS,
      safe: latest + CLAIMED_BLOCKS,
      finalized: latest + CLAIMED_BLOCKS,
    };
  }

  async blockHash(number: number) {
    return (await this.view()).blocks[number]?.hash ?? this.inventHash(number);
  }

  async transaction(hash: Hex): Promise<MinedTransaction | null> {
    const { blocks } = await this.view();
    const number = blocks.findIndex(({ transactions }) => transactions.some((each) => each.hash === hash));
    const block = blocks[number];
    if (!block || this.fault === 'FORGETTING') return null;
    return {
      block: { number, hash: block.hash },
      reverted: false,
      confirmations: blocks.length - number + (this.fault === 'AHEAD' ? CLAIMED_BLOCKS : 0),
      transfers: this.distort(transfersIn(blocks, number)).filter(({ tx_hash }) => tx_hash === hash),
    };
  }

  async pending(): Promise<PendingTransfer | 'other' | null> {
    await this.view();
    return null;
  }

  async transfers({ from, to, side, address }: TransferRange) {
    const { blocks } = await this.view();
    const lastBlock = blocks[to]?.hash ?? this.inventHash(to);
    if (lastBlock === null) throw new Error(`block ${to} is not known`);
    this.readUpTo = Math.max(this.readUpTo, to);
    const all = blocks.slice(from, to + 1).flatMap((_, index) => transfersIn(blocks, from + index));
    return {
      lastBlock,
      found: this.distort(all).filter((transfer) => transfer[side] === address),
    };
  }

  async logs({ from, to }: LogRange) {
    const { blocks } = await this.view();
    const lastBlock = blocks[to]?.hash ?? this.inventHash(to);
    if (lastBlock === null) throw new Error(`block ${to} is not known`);
    const all = blocks.slice(from, to + 1).flatMap((_, index) => logsIn(blocks, from + index));
    return { lastBlock, found: this.distort(all) };
  }

  async balance(address: string, number: number) {
    const { blocks } = await this.view();
    if (!blocks[number]) throw new Error(`block ${number} is not known`);
    const all = blocks.slice(0, number + 1).flatMap((_, index) => transfersIn(blocks, index));
    const sum = (side: 'sender' | 'recipient') =>
      all.reduce((total, each) => total + (each[side] === address ? each.amount : 0n), 0n);
    return sum('recipient') - sum('sender') + (this.fault === 'INVENTING' ? 1n : 0n);
  }

  async usedNonces(address: string, number: number) {
    const { blocks } = await this.view();
    if (!blocks[number]) throw new Error(`block ${number} is not known`);
    const sent = blocks
      .slice(0, number + 1)
      .flatMap(({ transactions }) => transactions.filter(isFrom(address)));
    return sent.length + (this.fault === 'INVENTING' ? CLAIMED_BLOCKS : 0);
  }

  async nextNonce(address: string) {
    const { blocks } = await this.view();
    const mined = blocks.flatMap(({ transactions }) => transactions.filter(isFrom(address)));
    return mined.length + this.chain.pending.filter(isFrom(address)).length;
  }

  async vaultOwner() {
    await this.view();
    return null;
  }

  private async view() {
    if (this.fault === 'HANGING') await new Promise(() => {});
    if (this.fault === 'DOWN') throw new Error('connection refused');
    return this.fault === 'LAGGING' ? this.frozen : this.chain;
  }

  private inventHash(number: number): Hex | null {
    return this.fault === 'AHEAD' ? toHash(`claimed ${number}`) : null;
  }

  private distort<L extends { log_index: number }>(logs: L[]): L[] {
    const [first, ...others] = logs;
    if (this.fault === 'FORGETTING' || !first) return [];
    if (this.fault === 'OMITTING') return others;
    if (this.fault === 'INVENTING') return [...logs, { ...first, log_index: 1_000 }];
    return logs;
  }
}
