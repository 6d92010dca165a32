import { formatCount, formatPrize, ordinal } from '@touchline/api/format';
import type { PrizeToken } from '@touchline/api/http/prize-plans';
import { HOUR_MS } from '@touchline/rules/calendar';
import { type Database, query, toWalletBytes, walletBytesSql } from '@touchline/service-kit/data/database';
import { countRanked } from '../awards/prizes.store.ts';
import type { DescribeFact, Fact } from './fact.ts';

/** Results and payments are worth reading for days. Payments that were made before are not found, so that each round reads few. */
const EXPIRES_MS = 72 * HOUR_MS;

/** Finds results and payments that were not notified. Amounts in wei. */
export async function findMoneyFacts(db: Database, token: PrizeToken, now: number): Promise<Fact[]> {
  const [results, prizes, refunds] = await Promise.all([
    findResults(db, now),
    findPrizePayments(db, now),
    findRefunds(db, token, now),
  ]);
  return [...results, ...prizes, ...refunds];
}

async function findResults(db: Database, now: number): Promise<Fact[]> {
  const games = await query<{ id: string; name: string; token: PrizeToken }>(
    db,
    `select id, name, prize_plan -> 'token' as token from games
     where prize_state in ('SETTLED', 'FUNDED', 'PAID', 'NONE') and status <> 'CANCELLED'
       and not exists (select from push_facts where key = 'RESULT:' || id)`,
  );
  return games.map(({ id, name, token }) => ({
    keys: [`RESULT:${id}`],
    kind: 'RESULT' as const,
    tag: `result:${id}`,
    expires_at: now + EXPIRES_MS,
    wallets: null,
    prepare: (reads, wallets) => prepareResult(reads, { id, name, token }, wallets),
  }));
}

async function prepareResult(
  db: Database,
  game: { id: string; name: string; token: PrizeToken },
  wallets: readonly string[],
): Promise<DescribeFact> {
  const rows = await query<{
    wallet: string;
    participation_id: string;
    rank: number;
    entries: number;
    amount: string | null;
  }>(
    db,
    `select e.wallet_address as wallet, e.id as participation_id, ${countRanked('s')} as entries, a.amount,
       abs(('x' || encode(substring(s.ranks from (e.ordinal - 1) * 4 + 1 for 4), 'hex'))::bit(32)::int) as rank
     from entries as e join prize_settlements as s using (game_id)
     left join prize_awards as a on a.game_id = e.game_id and a.ordinal = e.ordinal and a.leaf is not null
     where e.game_id = ? and e.wallet = any(?)`,
    [game.id, wallets.map(toWalletBytes)],
  );
  const results = new Map(rows.map((row) => [row.wallet, row]));
  return ({ wallet, muted_games }) => {
    const result = results.get(wallet);
    if (!result || result.rank === 0 || muted_games.includes(game.id)) return null;
    return {
      title: `${game.name} is final`,
      body: describeResult(result, game.token),
      url: result.amount ? '/my-team' : `/team-view/${result.participation_id}`,
    };
  };
}

/** Describes the place of an entry among the ranked ones, and its prize in wei, if any. */
export function describeResult(
  { rank, entries, amount }: { rank: number; entries: number; amount: string | null },
  token: PrizeToken,
): string {
  const prize = amount ? ` and won ${formatPrize(amount, token)}` : '';
  return `You finished ${ordinal(rank)} of ${formatCount(entries)}${prize}.`;
}

interface Payment {
  key: string;
  wallet: string;
  game_id: string | null;
  /** Name of the game. */
  name: string | null;
  /** In wei. */
  amount: string;
}

/** Payments concern one wallet; those from before its subscription are not found. */
function paymentFact(title: string, payment: Payment, token: PrizeToken, now: number): Fact {
  const { key, wallet, game_id, name, amount } = payment;
  const body = `${formatPrize(amount, token)}${name ? ` for ${name}` : ''} is in your wallet.`;
  return {
    keys: [key],
    kind: 'PAYMENT',
    tag: key,
    expires_at: now + EXPIRES_MS,
    wallets: [wallet],
    prepare: async () => (device) =>
      device.wallet === wallet && !device.muted_games.includes(game_id ?? '')
        ? { title, body, url: '/my-team' }
        : null,
  };
}

/** Wallets that want notifications of payments, and since when. */
const WALLETS = `(select wallet, min(subscribed_at) as since from push_subscriptions where 'PAYMENT' = any(kinds) group by wallet) as w`;

async function findPrizePayments(db: Database, now: number): Promise<Fact[]> {
  const rows = await query<Payment & { token: PrizeToken }>(
    db,
    `select 'PRIZE:' || a.game_id || ':' || a.ordinal as key, w.wallet, a.game_id, g.name, a.amount,
       g.prize_plan -> 'token' as token
     from ${WALLETS} join entries as e on e.wallet = ${walletBytesSql('w.wallet')}
     join prize_settlements as s using (game_id) join games as g on g.id = s.game_id
     join prize_awards as a on a.game_id = e.game_id and a.ordinal = e.ordinal and a.leaf is not null
     join vault_events as v on v.kind = 'PAID' and v.chain_id = (s.document ->> 'chain_id')::int
       and v.vault = s.document ->> 'vault' and v.game = s.document ->> 'game_key' and v.prize_index = a.leaf
     where s.funding_tx is not null and v.block_time >= w.since and v.block_time >= :oldest
       and not exists (select from push_facts where key = 'PRIZE:' || a.game_id || ':' || a.ordinal)`,
    { oldest: new Date(now - EXPIRES_MS) },
  );
  return rows.map((payment) => paymentFact('Prize paid', payment, payment.token, now));
}

async function findRefunds(db: Database, token: PrizeToken, now: number): Promise<Fact[]> {
  const rows = await query<Payment>(
    db,
    `select 'REFUND:' || p.id as key, w.wallet, p.about as game_id, g.name, p.amount
     from ${WALLETS} join payouts as p on p.recipient = w.wallet left join games as g on g.id = p.about
     where p.kind = 'REFUND' and p.state = 'CONFIRMED' and p.confirmed_at >= w.since and p.confirmed_at >= :oldest
       and not exists (select from push_facts where key = 'REFUND:' || p.id)`,
    { oldest: new Date(now - EXPIRES_MS) },
  );
  return rows.map((payment) => paymentFact('Refund paid', payment, token, now));
}
