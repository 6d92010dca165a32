import type { ContractLog, ScannedLogs } from './contract-log.ts';
import type { MinedTransaction, ScannedRange } from './rpc.ts';
import type { TokenTransfer } from './transfer.ts';

// Keys of the responses of RPCs: two responses with the same key agree.

export const toTransactionKey = (mined: MinedTransaction | null) =>
  mined ? [mined.block.hash, mined.block.number, mined.reverted, toTransfersKey(mined.transfers)].join() : '';

const toTransfersKey = (transfers: readonly TokenTransfer[]) =>
  transfers
    .map((transfer) => [toPositionKey(transfer), transfer.sender, transfer.recipient, transfer.amount].join())
    .sort()
    .join(' ');

export const toRangeKey = ({ lastBlock, transfers }: ScannedRange) =>
  [lastBlock, toTransfersKey(transfers)].join();

export const toLogsKey = ({ lastBlock, logs }: ScannedLogs) =>
  [lastBlock, ...logs.map((log) => [toPositionKey(log), ...log.topics, log.data].join()).sort()].join(' ');

const toPositionKey = (log: Omit<ContractLog, 'topics' | 'data'>) =>
  [log.block_hash, log.block_number, log.block_time, log.tx_hash, log.log_index].join();
