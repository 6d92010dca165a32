import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';

/** The chain as this service looks at it. */
export interface Chain {
  reader: TransferReader;
  id: number;
  /** Lower case. */
  stakingWallet: string;
  /** Blocks that a transfer lies deep before it counts, its own included. */
  confirmations: number;
}

/** What everything needs that reads transfers and stores what they become. */
export interface ChainDeps {
  db: Database;
  bus: Bus;
  log: Log;
  chain: Chain;
  /** Epoch ms. */
  now: () => number;
  /** Hears the last block whose transfers are known. */
  onScanned?: (block: number) => void;
}
