import type { Hex } from 'viem';

/** Position of a log on the chain. */
export interface LogPosition {
  tx_hash: Hex;
  log_index: number;
  block_number: number;
  block_hash: Hex;
  /** Epoch ms. */
  block_time: number;
}

/** One log of a contract as the chain has it, not decoded. */
export interface ContractLog extends LogPosition {
  topics: [Hex, ...Hex[]] | [];
  data: Hex;
}

/** The blocks `from` to `to`, inclusive. */
export interface BlockRange {
  from: number;
  to: number;
}

/** The logs of a contract in a range of blocks. */
export interface LogRange extends BlockRange {
  /** Lower case. */
  contract: string;
}

/** Data of a range of blocks. */
export interface Scanned<T> {
  /** Hash of the range's last block. RPCs with the same hash have the same chain up to it. */
  lastBlock: string;
  /** Oldest first. */
  found: T[];
}
