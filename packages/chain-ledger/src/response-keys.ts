import type { ContractLog, LogPosition } from './contract-log.ts';
import type { MinedTransaction } from './rpc.ts';
import type { Scanned } from './scan-in-steps.ts';
import type { TokenTransfer } from './transfer.ts';

// Keys of the responses of RPCs: two responses with the same key agree.

export const toTransactionKey = (mined: MinedTransaction | null) =>
  mined
    ? [mined.block.hash, mined.block.number, mined.reverted, toListKey(mined.transfers, toTransferKey)].join()
    : '';

export const toScannedKey = <T>({ lastBlock, found }: Scanned<T>, toKey: (each: T) => string) =>
  [lastBlock, toListKey(found, toKey)].join();

const toListKey = <T>(list: readonly T[], toKey: (each: T) => string) => list.map(toKey).sort().join(' ');

export const toTransferKey = (transfer: TokenTransfer) =>
  [toPositionKey(transfer), transfer.sender, transfer.recipient, transfer.amount].join();

export const toLogKey = (log: ContractLog) => [toPositionKey(log), ...log.topics, log.data].join();

const toPositionKey = (log: LogPosition) =>
  [log.block_hash, log.block_number, log.block_time, log.tx_hash, log.log_index].join();
