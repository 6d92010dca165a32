import { footballAbi } from '@touchline/contracts/abi';
import { query } from '@touchline/local-stack/dependencies/query';
import type { Product } from '@touchline/local-stack/product';
import type { ServiceName } from '@touchline/local-stack/supervisor/services';
import { createPublicClient, type Hex, http } from 'viem';
import { buildLineupKey } from './join-free.ts';
import { type EntryRow, groupBy, type MinedTransfer, type RecordedTransfer } from './validators.ts';

/** Final state of the chain and the databases. */
export interface StateSnapshot {
  entries: EntryRow[];
  /** Stored lineups by entry, oldest first. */
  lineups: Map<string, string[]>;
  payments: { mined: MinedTransfer[]; recorded: RecordedTransfer[] };
  stakes: { mined: MinedTransfer[]; recorded: RecordedTransfer[] };
}

const ENTRIES = `select id, game_id as game, wallet_address as wallet, suspended_at is not null as suspended from entries`;

const LINEUPS = `select entry_id, get_byte(lineup, 30) * 256 + get_byte(lineup, 31) as captain_id,
  get_byte(lineup, 32) * 256 + get_byte(lineup, 33) as vice_captain_id from lineup_versions order by game_version`;

const PAYMENTS = `
  select t.tx_hash as hash, t.sender, t.amount, t.state = 'ORPHANED' as orphaned, array_remove(array[
    'entry ' || reservations.entry_id, 'refund ' || refund_reason], null) as uses
  from ledger_transfers as t left join payments on payments.transfer_id = t.id
  left join reservations on reservations.id = payments.reservation_id`;

const STAKES = `
  select t.tx_hash as hash, t.sender, t.amount, t.state = 'ORPHANED' as orphaned,
    array_remove(array['stake ' || case when stakes.state <> 'SUSPENDED' then stakes.id end,
      'refund ' || refund.reason], null) as uses
  from ledger_transfers as t left join stakes on stakes.transfer_id = t.id
  left join payouts as refund on refund.transfer_id = t.id and refund.kind = 'REFUND'`;

/** Reads the chain and the databases. Each database is read with the role of its service. */
export async function readSnapshot(product: Product): Promise<StateSnapshot> {
  const { treasury, stakingWallet } = product.chain;
  const [entries, lineups, payments, stakes] = await Promise.all([
    query<EntryRow>(product.databaseUrl('games'), ENTRIES),
    query<{ entry_id: string; captain_id: number; vice_captain_id: number }>(
      product.databaseUrl('games'),
      LINEUPS,
    ),
    readRecorded(product, 'games', PAYMENTS),
    readRecorded(product, 'staking', STAKES),
  ]);
  const byEntry = groupBy(lineups, ({ entry_id }) => entry_id);
  return {
    entries,
    lineups: new Map([...byEntry].map(([entry, saved]) => [entry, saved.map(buildLineupKey)])),
    payments: { mined: await readMined(product, treasury), recorded: payments },
    stakes: { mined: await readMined(product, stakingWallet), recorded: stakes },
  };
}

async function readRecorded(
  product: Product,
  service: ServiceName,
  sql: string,
): Promise<RecordedTransfer[]> {
  const rows = await query<Omit<RecordedTransfer, 'amount'> & { amount: string }>(
    product.databaseUrl(service),
    sql,
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

async function readMined(product: Product, recipient: Hex): Promise<MinedTransfer[]> {
  const logs = await readTransfers(product, { to: recipient });
  return logs.map(({ transactionHash: hash, args: { from, value } }) => ({
    hash,
    sender: from.toLowerCase(),
    amount: value,
  }));
}

/** Reads transfers of FOOTBALL from the chain directly, not through the RPC proxies. */
export function readTransfers({ chain }: Product, args: { from?: Hex[]; to?: Hex }) {
  const client = createPublicClient({ transport: http(chain.rpcUrl, { timeout: 30_000 }) });
  return client.getContractEvents({
    address: chain.token,
    abi: footballAbi,
    eventName: 'Transfer',
    args,
    fromBlock: 0n,
    strict: true,
  });
}
