import { prizeVaultAbi } from '@touchline/contracts/abi';
import { type Hex, parseEventLogs } from 'viem';
import type { ContractLog, LogPosition } from '../contract-log.ts';

interface EventPosition extends LogPosition {
  /** Key of the game in the vault, 32 bytes in lower case. */
  game: Hex;
}

export interface SettledEvent extends EventPosition {
  kind: 'SETTLED';
  /** Lower case. */
  token: string;
  root: Hex;
  /** Wei of the whole pool. */
  amount: bigint;
  /** Epoch ms; claims are open from then on. */
  opens_at: number;
}

/**
 * The owner took back the whole pool before claims opened (REVOKED) or the unclaimed rest (RECLAIMED), or put back all that it had
 * reclaimed, so that claims work again (REFILLED).
 */
export interface PoolMovedEvent extends EventPosition {
  kind: 'REVOKED' | 'RECLAIMED' | 'REFILLED';
  /** Wei. */
  amount: bigint;
}

/** One prize was paid. `game` and `prize_index` identify it: the vault pays each once. */
export interface PaidEvent extends EventPosition {
  kind: 'PAID';
  prize_index: bigint;
  /** Lower case. */
  account: string;
  /** Lower case. */
  token: string;
  /** Wei. */
  amount: bigint;
}

export type VaultEvent = SettledEvent | PoolMovedEvent | PaidEvent;

/** Decodes the logs of the vault; other logs, for example of a change of its owner, are skipped. */
export function decodeVaultEvents(logs: readonly ContractLog[]): VaultEvent[] {
  const events = parseEventLogs({ abi: prizeVaultAbi, logs: logs as never, strict: true });
  return events.flatMap((event) => {
    const { tx_hash, log_index, block_number, block_hash, block_time } = event as unknown as ContractLog;
    const place = { tx_hash, log_index, block_number, block_hash, block_time };
    switch (event.eventName) {
      case 'Settled': {
        const { game, token, root, total, opensAt } = event.args;
        const opens_at = Number(opensAt) * 1000;
        return { ...place, kind: 'SETTLED', game, token: token.toLowerCase(), root, amount: total, opens_at };
      }
      case 'Paid': {
        const { game, index, account, token, amount } = event.args;
        const [recipient, paidIn] = [account.toLowerCase(), token.toLowerCase()];
        return {
          ...place,
          kind: 'PAID',
          game,
          prize_index: index,
          account: recipient,
          token: paidIn,
          amount,
        };
      }
      case 'Revoked':
        return { ...place, kind: 'REVOKED', ...event.args };
      case 'Reclaimed':
        return { ...place, kind: 'RECLAIMED', ...event.args };
      case 'Refilled':
        return { ...place, kind: 'REFILLED', ...event.args };
      default:
        return [];
    }
  });
}
