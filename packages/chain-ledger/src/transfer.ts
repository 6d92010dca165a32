import type { LogPosition } from './contract-log.ts';
import type { BlockRange } from './scan-in-steps.ts';

/** One `Transfer` log of the FOOTBALL token: the only evidence of a payment. */
export interface TokenTransfer extends LogPosition {
  /** The log's `from`, lower case; never the transaction's sender (smart accounts pay through bundlers). */
  sender: string;
  recipient: string;
  /** Wei. */
  amount: bigint;
}

/** A plain token transfer that is waiting to be mined. */
export type PendingTransfer = Pick<TokenTransfer, 'sender' | 'recipient' | 'amount'>;

/**
 * State of a transaction that may not be mined, according to the RPCs. `other`: it exists, and may pay in another way or through another
 * account.
 */
export type PendingState = 'expected' | 'other' | 'missing';

/** `missing`: not mined, or mined in a block that is no longer part of the chain. */
export type Transaction =
  | { state: 'missing' }
  | { state: 'reverted' }
  | { state: 'mined'; confirmations: number; transfers: TokenTransfer[] };

export interface Block {
  number: number;
  hash: string;
}

/** Block heights. Only a reorganisation of the underlying L1 chain can remove `safe`; `finalized` is irreversible. */
export interface Heads {
  latest: number;
  safe: number;
  finalized: number;
}

export type TransferSide = 'recipient' | 'sender';

/** The transfers to or from an address in a range of blocks. */
export interface TransferRange extends BlockRange {
  side: TransferSide;
  address: string;
}
