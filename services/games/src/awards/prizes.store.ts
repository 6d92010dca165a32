import type { MyPrize } from '@touchline/api/http/prizes';
import { findSiblings, NODE_BYTES } from '@touchline/contracts/prize-tree';
import { type Database, query, queryOne, toWalletBytes } from '@touchline/service-kit/data/database';
import { toBuffer } from '@touchline/service-kit/process/worker-thread';
import type { Knex } from 'knex';
import { POSITION_BYTES, type SettlementTree } from './settlement-tree.ts';

/** A prize of a settled game, with its payment as the vault's events report it. Amounts in wei. */
export interface StoredPrize extends Omit<MyPrize, 'settled_at' | 'claims_open_at' | 'reclaimed' | 'claim'> {
  leaf: number;
  wallet_address: string;
  settled_at: number;
  claims_open_at: number | null;
  funding_tx: string | null;
  funding_problem: string | null;
  vault: string | null;
  chain_id: number;
  game_key: string;
}

/** Number of entries of a settlement that have a rank: the 119 of "3rd of 119". */
export const countRanked = (
  settlement: string,
) => `(${settlement}.entries - (select count(*) from entries as u
  where u.game_id = ${settlement}.game_id and (u.suspended_at is not null or u.excluded_at is not null)))`;

/** The settlement `s` of a game. With `offset`, Postgres reads its document once, and not for each payment it compares. */
const joinSettlement = (
  game: string,
) => `cross join lateral (select ${countRanked('prize_settlements')} as entries, settled_at, claims_open_at, funding_tx, funding_problem, document -> 'plan' -> 'token' as token,
  document ->> 'vault' as vault, (document ->> 'chain_id')::int as chain_id, document ->> 'game_key' as game_key
  from prize_settlements where game_id = ${game} and settled_at is not null offset 0) as s`;

/** Selects `columns` of the payment of an award `a`. It counts only while the vault has the settlement with our root. */
const selectPayment = (columns: string) => `select ${columns} from vault_events as v where v.kind = 'PAID'
  and v.chain_id = s.chain_id and v.vault = s.vault and v.game = s.game_key and v.prize_index = a.leaf
  and s.funding_tx is not null`;

const selectPrizes = (awards: string) => `
  select a.game_id, g.name as game_name, a.leaf, a.rank, a.amount, e.id as participation_id, e.wallet_address,
    e.team_name, s.entries, s.token, s.settled_at, s.claims_open_at, s.funding_tx, s.funding_problem, s.vault, s.chain_id, s.game_key,
    case when v.state is null then 'DUE' when v.state = 'FINAL' then 'CONFIRMED' else 'SENT' end as state,
    v.tx_hash as transaction_hash
  from ${awards} as a join games as g on g.id = a.game_id
  join entries as e on e.game_id = a.game_id and e.ordinal = a.ordinal
  ${joinSettlement('a.game_id')} left join lateral (${selectPayment('state, tx_hash')} limit 1) as v on true
  where a.leaf is not null`;

/** Reads the prizes of a wallet, latest first. The limit cuts the paid ones: an unpaid prize must remain claimable. */
export function findPrizesOfWallet(db: Database, wallet: string, gameId?: string): Promise<StoredPrize[]> {
  return query(
    db,
    `select * from (${selectPrizes('prize_awards')} and e.wallet = :wallet and a.game_id = coalesce(:game, a.game_id)
       order by v.state is not null, s.settled_at desc, a.game_id limit 500) as p
     order by settled_at desc, game_id`,
    { wallet: toWalletBytes(wallet), game: gameId ?? null },
  );
}

/**
 * Reads the unpaid prizes of a game after a leaf, by leaf. Only those of the page are joined: a game may have 200,000. With `offset`,
 * Postgres looks payments up prize by prize until the page is full.
 */
export function findUnpaidPrizes(
  db: Database,
  gameId: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredPrize[]> {
  const page = `(select a.* from prize_awards as a ${joinSettlement(':game')} where a.game_id = :game and a.leaf > :after
    and not exists (${selectPayment('')} offset 0) order by a.leaf limit :limit)`;
  return query(db, `${selectPrizes(page)} order by a.leaf`, { game: gameId, after, limit });
}

const hex = (bytes: Buffer) => `0x${bytes.toString('hex')}`;

/** Nodes, and leaves, in a part of a stored tree. */
const PART_SIZE = 4_096;

/** Stores the tree of a game that is being settled, part by part. */
export async function storeTree(
  trx: Knex.Transaction,
  gameId: string,
  { nodes, positions }: SettlementTree,
): Promise<void> {
  for (let part = 0; part * PART_SIZE * NODE_BYTES < nodes.length; part += 1) {
    const [from, to] = [part * PART_SIZE, (part + 1) * PART_SIZE];
    await trx.raw('insert into prize_trees (game_id, part, nodes, positions) values (?, ?, ?, ?)', [
      gameId,
      part,
      toBuffer(nodes.subarray(from * NODE_BYTES, to * NODE_BYTES)),
      toBuffer(positions.subarray(from * POSITION_BYTES, to * POSITION_BYTES)),
    ]);
  }
}

/** Reads the proofs of leaves from the stored tree, in the order of the leaves. */
export async function readProofs(
  db: Database,
  gameId: string,
  leaves: readonly number[],
): Promise<string[][]> {
  const positions = await query<{ node: string }>(
    db,
    `select encode(substring(t.positions from leaf % ${PART_SIZE} * ${POSITION_BYTES} + 1 for ${POSITION_BYTES}), 'hex') as node
     from unnest(?::int[]) with ordinality as wanted (leaf, place)
     join prize_trees as t on t.game_id = ? and t.part = leaf / ${PART_SIZE} order by place`,
    [[...leaves], gameId],
  );
  const paths = positions.map(({ node }) => findSiblings(Number.parseInt(node, 16)));
  const needed = [...new Set(paths.flat())];
  const rows = await query<{ node: number; value: Buffer }>(
    db,
    `select node, substring(t.nodes from node % ${PART_SIZE} * ${NODE_BYTES} + 1 for ${NODE_BYTES}) as value
     from unnest(?::int[]) as node join prize_trees as t on t.game_id = ? and t.part = node / ${PART_SIZE}`,
    [needed, gameId],
  );
  const values = new Map(rows.map(({ node, value }) => [node, hex(value)]));
  return paths.map((path) => path.map((node) => values.get(node)!));
}

/** Counts and sums the payments of a game that the vault has reported. */
export async function sumPayments(
  db: Database,
  { chainId, vault, gameKey }: { chainId: number; vault: string; gameKey: string },
): Promise<{ paid: number; confirmed: number; amount: bigint }> {
  const row = await queryOne<{ paid: number; confirmed: number; amount: string }>(
    db,
    `select count(*) as paid, count(*) filter (where state = 'FINAL') as confirmed, coalesce(sum(amount), 0) as amount
     from vault_events where chain_id = ? and vault = ? and game = ? and kind = 'PAID'`,
    [chainId, vault.toLowerCase(), gameKey],
  );
  return { paid: row!.paid, confirmed: row!.confirmed, amount: BigInt(row!.amount) };
}

/**
 * Marks the treasury's transfers that funded or refilled a settlement as explained. Only games with a root count: for these another
 * funding is reported as a mismatch, while a settlement of any other game would be a theft through the vault. The vault emits its event
 * right after the transfer, so that an event explains one of several in a transaction.
 */
export async function explainFundings(db: Database): Promise<void> {
  await db.raw(
    `update ledger_outgoing as o set explained = true
     from vault_events as v join prize_settlements as s
       on s.root is not null and v.game = '0x' || lpad(replace(s.game_id::text, '-', ''), 64, '0')
     where not o.explained and v.kind in ('SETTLED', 'REFILLED') and v.chain_id = o.chain_id and v.vault = o.recipient
       and v.tx_hash = o.tx_hash and v.amount = o.amount
       and o.log_index = (select max(log_index) from ledger_outgoing as each where each.chain_id = o.chain_id
         and each.tx_hash = o.tx_hash and each.recipient = o.recipient and each.log_index < v.log_index)`,
  );
}
