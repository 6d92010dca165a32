import { footballAbi, prizeVaultAbi } from '@touchline/contracts/abi';
import { prizeGameKey } from '@touchline/contracts/prize-tree';
import { query } from '@touchline/local-stack/dependencies/query';
import type { Product } from '@touchline/local-stack/product';
import { createPublicClient, type Hex, http } from 'viem';

/** A payment of a prize: by an event of the vault, or by the product's ledger. Amounts in wei. */
export interface PrizePayment {
  index: number;
  account: string;
  amount: bigint;
  hash: string;
}

/** Final state of the prizes of a game in the database and on the chain. */
export interface PrizesSnapshot {
  state: string;
  pool: bigint;
  total: bigint;
  /** Prizes of the settlement by leaf. */
  awards: Omit<PrizePayment, 'hash'>[];
  /** Payments in the ledger that are final. */
  recorded: PrizePayment[];
  /** Number and sum of payments as the settlement has them. */
  paid: { prizes: number; amount: bigint };
  /** Payments on the chain. */
  mined: PrizePayment[];
  /** Totals of the settlements of the game on the chain. */
  settled: bigint[];
  /** Tokens that the vault still has for the game. */
  remaining: bigint;
  /** Balances of the winners in the prize token, by account. */
  balances: Map<string, bigint>;
}

/** Reads the database with the role of its service, and the chain directly, not through the RPC proxies. */
export async function readPrizes(product: Product, gameId: string): Promise<PrizesSnapshot> {
  const database = product.databaseUrl('games');
  const [game] = await query<{ state: string; pool: string; token: Hex }>(
    database,
    `select prize_state as state, prize_pool as pool, prize_plan -> 'token' ->> 'address' as token from games
     where id = '${gameId}'`,
  );
  const [settlement] = await query<{ total: string; prizes: number; amount: string }>(
    database,
    `select total, paid as prizes, paid_amount as amount from prize_settlements where game_id = '${gameId}'`,
  );
  const awards = await query<{ index: number; account: string; amount: string }>(
    database,
    `select a.leaf as index, e.wallet_address as account, a.amount from prize_awards as a
     join entries as e using (game_id, ordinal) where a.game_id = '${gameId}' and a.leaf is not null order by a.leaf`,
  );
  const recorded = await query<{ index: number; account: string; amount: string; hash: string }>(
    database,
    `select prize_index::int as index, account, amount, tx_hash as hash from vault_events
     where game = '${prizeGameKey(gameId)}' and kind = 'PAID' and state = 'FINAL' order by prize_index`,
  );
  const accounts = awards.map(({ account }) => account as Hex);
  return {
    state: game!.state,
    pool: BigInt(game!.pool),
    total: BigInt(settlement!.total),
    paid: { prizes: settlement!.prizes, amount: BigInt(settlement!.amount) },
    awards: awards.map((each) => ({ ...each, amount: BigInt(each.amount) })),
    recorded: recorded.map((each) => ({ ...each, amount: BigInt(each.amount) })),
    ...(await readChain(product, prizeGameKey(gameId), { token: game!.token, accounts })),
  };
}

async function readChain(
  { chain }: Product,
  game: Hex,
  { token, accounts }: { token: Hex; accounts: readonly Hex[] },
): Promise<Pick<PrizesSnapshot, 'mined' | 'settled' | 'remaining' | 'balances'>> {
  const client = createPublicClient({ transport: http(chain.rpcUrl, { timeout: 30_000 }) });
  const vault = { address: chain.vault as Hex, abi: prizeVaultAbi } as const;
  const events = { ...vault, args: { game }, fromBlock: 0n, strict: true } as const;
  const paid = await client.getContractEvents({ ...events, eventName: 'Paid' });
  const settled = await client.getContractEvents({ ...events, eventName: 'Settled' });
  const remaining = await client.readContract({ ...vault, functionName: 'remaining', args: [game] });
  const balances = new Map<string, bigint>();
  for (const account of accounts) {
    const args = [account] as const;
    const read = { address: token, abi: footballAbi, functionName: 'balanceOf', args } as const;
    balances.set(account, await client.readContract(read));
  }
  const mined = paid.map(({ transactionHash: hash, args: { index, account, amount } }) => ({
    index: Number(index),
    account: account.toLowerCase(),
    amount,
    hash,
  }));
  return { mined, settled: settled.map(({ args }) => args.total), remaining, balances };
}
