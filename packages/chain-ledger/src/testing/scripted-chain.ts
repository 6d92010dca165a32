import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import type { MinedTransaction, Rpc } from '../rpc.ts';
import type { TokenTransfer, TransferRange } from '../transfer.ts';

export interface Payment {
  sender: string;
  recipient: string;
  amount: bigint;
}

export interface ScriptedTransaction {
  hash: Hex;
  payments: readonly Payment[];
}

interface ScriptedBlock {
  hash: Hex;
  transactions: readonly ScriptedTransaction[];
}

const SAFE_DEPTH = 5;
const BLOCK_MS = 2_000;

const hashOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`;

/** A chain in memory whose blocks a test mines and removes. */
export class ScriptedChain {
  blocks: ScriptedBlock[] = [];
  finalized = 0;
  private hashes = 0;

  constructor(private readonly options: { finalDepth: number }) {}

  get height() {
    return this.blocks.length - 1;
  }

  mine(...transactions: ScriptedTransaction[]): void {
    this.blocks.push({ hash: this.nextHash('block'), transactions });
    this.finalized = Math.max(this.finalized, this.height - this.options.finalDepth);
  }

  transaction(payments: readonly Payment[]): ScriptedTransaction {
    return { hash: this.nextHash('transaction'), payments };
  }

  /** Removes the last blocks, never final ones. @returns their transactions */
  remove(depth: number): ScriptedTransaction[] {
    const kept = Math.max(this.finalized + 1, this.blocks.length - depth);
    return this.blocks.splice(kept).flatMap(({ transactions }) => transactions);
  }

  private nextHash(kind: string): Hex {
    this.hashes += 1;
    return hashOf(`${kind} ${this.hashes}`);
  }
}

/** The transfers in a block; every transaction of the block counts towards the log index. */
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

/** LAGGING: knows the chain as it was, also blocks that were removed since. OMITTING, INVENTING: lies about logs. */
export type Fault = 'NONE' | 'DOWN' | 'LAGGING' | 'OMITTING' | 'INVENTING';

/** An RPC in front of a scripted chain, right until a test says otherwise. */
export class ScriptedRpc implements Rpc {
  /** The last block whose transfers it was asked for and had. */
  readUpTo = -1;
  private fault: Fault = 'NONE';
  private frozen = { blocks: [] as ScriptedBlock[], finalized: 0 };

  constructor(private readonly chain: ScriptedChain) {}

  setFault(fault: Fault): void {
    this.fault = fault;
    this.frozen = { blocks: [...this.chain.blocks], finalized: this.chain.finalized };
  }

  async check() {
    this.view();
  }

  async heads() {
    const { blocks, finalized } = this.view();
    const latest = blocks.length - 1;
    return { latest, safe: Math.max(finalized, latest - SAFE_DEPTH), finalized };
  }

  async blockHash(number: number) {
    return this.view().blocks[number]?.hash ?? null;
  }

  async transaction(hash: Hex): Promise<MinedTransaction | null> {
    const { blocks } = this.view();
    const number = blocks.findIndex(({ transactions }) => transactions.some((each) => each.hash === hash));
    const block = blocks[number];
    if (!block) return null;
    return {
      block: { number, hash: block.hash },
      reverted: false,
      confirmations: blocks.length - number,
      transfers: this.distorted(transfersIn(blocks, number)).filter(({ tx_hash }) => tx_hash === hash),
    };
  }

  async pending() {
    return null;
  }

  async transfers({ from, to, recipient }: TransferRange) {
    const { blocks } = this.view();
    if (to >= blocks.length) throw new Error(`block ${to} is not known`);
    this.readUpTo = Math.max(this.readUpTo, to);
    const all = blocks.slice(from, to + 1).flatMap((_, index) => transfersIn(blocks, from + index));
    return this.distorted(all).filter((transfer) => transfer.recipient === recipient);
  }

  private view() {
    if (this.fault === 'DOWN') throw new Error('connection refused');
    return this.fault === 'LAGGING' ? this.frozen : this.chain;
  }

  private distorted(transfers: TokenTransfer[]): TokenTransfer[] {
    const [first, ...others] = transfers;
    if (!first) return transfers;
    if (this.fault === 'OMITTING') return others;
    if (this.fault === 'INVENTING') return [...transfers, { ...first, log_index: 1_000 }];
    return transfers;
  }
}
