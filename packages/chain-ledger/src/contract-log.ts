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

/** The logs of a contract in the blocks `from` to `to`, inclusive. */
export interface LogRange {
  from: number;
  to: number;
  /** Lower case. */
  contract: string;
}

export interface ScannedLogs {
  /** Hash of the range's last block. RPCs with the same hash have the same chain up to it. */
  lastBlock: string;
  /** Oldest first. */
  logs: ContractLog[];
}
