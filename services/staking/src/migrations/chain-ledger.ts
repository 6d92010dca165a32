import { ledgerMigration } from '@touchline/chain-ledger/ledger.migration';
import type { Migration } from '@touchline/service-kit/migrations';

/**
 * Moves transfers from the service's own tables to the ledger's. Ids are kept.
 * @param stakingWallet the recipient of all transfers, which the old tables did not store
 */
export const chainLedger = (name: string, stakingWallet: string): Migration =>
  ledgerMigration(name, {
    bindings: { stakingWallet },
    // The old tables did not store the block time either; the time of recording is the closest value.
    transfers: `
      select id, chain_id, tx_hash,
        case when finality = 'ORPHANED' or log_index < 0 then -id else log_index end,
        block_number, block_hash, coalesce(recorded_at, since, now()), sender, :stakingWallet, transfers.amount,
        case when finality = 'LATEST' then 'SEEN' else finality end,
        coalesce(recorded_at, since, now()), recorded_at is not null or since is not null
      from transfers
      left join (select transfer_id as staked, recorded_at from stakes) as s on staked = id
      left join (select transfer_id as refused, since from owed) as o on refused = id`,
    cursors: 'select chain_id, :stakingWallet, block_number from scan_cursors',
    finish: (trx) => trx.raw(REFERENCES),
  });

const REFERENCES = `
  alter table stakes drop constraint stakes_transfer_id_fkey;
  alter table owed drop constraint owed_transfer_id_fkey;
  drop table transfers, scan_cursors;
  alter table stakes add foreign key (transfer_id) references ledger_transfers;
  alter table owed add foreign key (transfer_id) references ledger_transfers;
`;
