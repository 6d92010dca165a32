import type { Hex } from 'viem';
import type { BlockRange } from './scan-in-steps.ts';

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

/** The logs of a contract in a range of blocks. */
export interface LogRange extends BlockRange {
  /** Lower case. */
  contract: string;
}
