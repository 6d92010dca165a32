import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import type { Log } from '@touchline/service-kit/log';
import type { JoinDeps } from '../entries/enter.ts';
import type { PaymentMetrics } from './payment-metrics.ts';
import type { Receiver } from './record.ts';

/** What verifying entry fees needs besides joining. */
export interface PaymentDeps extends JoinDeps {
  transfers: TransferReader;
  receiver: Receiver;
  /** Blocks that a payment lies deep before it counts, its own included. */
  confirmations: number;
  /** Milliseconds between two looks at the chain. */
  pollMs: number;
  metrics: PaymentMetrics;
  log: Log;
}
