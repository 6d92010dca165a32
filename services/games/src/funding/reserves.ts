import { stakingLiabilitiesRequest } from '@touchline/api/events/staking';
import type { PrizeToken } from '@touchline/api/http/prize-plans';
import type { Reserves, TokenReserves } from '@touchline/api/http/reserves';
import { toInstant } from '@touchline/api/values';
import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { TransferReader } from '@touchline/chain-ledger/transfer-reader';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { createTimedRead, type TimedRead } from '@touchline/service-kit/process/shared-work';
import { sumPrizeDebts, sumUnpaidRefunds } from './reserves.store.ts';
import type { VaultCheck } from './vault-check.ts';

/** A prize token and the reader of its balances. */
export interface TokenAccount {
  token: PrizeToken;
  reader: Pick<TransferReader, 'balance'>;
}

export interface ReservesDeps {
  db: Database;
  bus: Bus;
  chainId: number;
  /** Lower case. */
  treasury: string;
  /** Transfers to the treasury. */
  ledger: Pick<Ledger, 'findScannedBlock'>;
  /** Senders whose transfers to the treasury do not count as payments, in lower case. */
  funders: ReadonlySet<string>;
  /** Lower case; null without a vault. */
  vault: string | null;
  vaultCheck: Pick<VaultCheck, 'verify'>;
  /** The first one is the token of entry fees and stakes. */
  tokens: readonly [TokenAccount, ...TokenAccount[]];
  now: () => number;
}

/** Time for which reserves count as current: for responses, and until they are read again to open games. */
export const RESERVES_AGE_MS = 30_000;

/** Reads the reserves, or returns those of a read that started less than `maxAgeMs` ago. */
export type ReadReserves = TimedRead<Reserves>['read'];

/**
 * Creates a function that shares the reserves for 30 seconds.
 * @returns a function that throws TouchlineError UPSTREAM_UNAVAILABLE while the RPCs do not agree or staking does not respond
 */
export function createReserves(deps: ReservesDeps): ReadReserves {
  return createTimedRead(RESERVES_AGE_MS, () => readReserves(deps)).read;
}

/**
 * Reads balances and debts at a block up to which both services have recorded every transfer. So a payment is never counted as an asset
 * alone: neither before it is recorded, nor before its use is decided, nor after its refund was sent.
 */
export async function readReserves(deps: ReservesDeps): Promise<Reserves> {
  const { bus, ledger } = deps;
  const scanned = await ledger.findScannedBlock();
  const { block, ...staking } = await request(bus, stakingLiabilitiesRequest, { block: scanned });
  const vault = (await deps.vaultCheck.verify()) === 'REJECTED' ? null : deps.vault;
  const balances = await Promise.all(
    deps.tokens.map((token) => readBalances({ ...deps, vault }, token, staking.wallet, block)),
  );
  const { debts, refunds } = await readDebts(deps, block);
  const first: Debts = {
    REFUNDS: BigInt(staking.refunds) + refunds,
    STAKES: BigInt(staking.stakes),
    INTEREST: BigInt(staking.interest),
  };
  const tokens = deps.tokens.map(({ token }, index) => {
    const own = debts.find((each) => each.token === token.address.toLowerCase());
    const prizes: Debts = { ENTRY_FEES: own?.fees, GUARANTEES: own?.guarantees, PRIZES: own?.prizes };
    return compare(token, balances[index]!, index === 0 ? { ...prizes, ...first } : prizes);
  });
  return {
    computed_at: toInstant(deps.now()),
    chain_id: deps.chainId,
    block,
    tokens,
    covered: tokens.every(isCovered),
  };
}

export const isCovered = ({ assets, owed }: TokenReserves): boolean => BigInt(assets) >= BigInt(owed);

/** Reads the debts of this service from one snapshot, because a refund may become a fee, or a fee a prize, at any time. */
const readDebts = ({ db, funders }: ReservesDeps, block: number) =>
  db.transaction(
    async (trx) => ({
      debts: await sumPrizeDebts(trx, block),
      refunds: await sumUnpaidRefunds(trx, block, funders),
    }),
    { isolationLevel: 'repeatable read', readOnly: true },
  );

/** Reads the balances of our accounts; an address that serves two purposes counts once. */
async function readBalances(
  { treasury, vault }: Pick<ReservesDeps, 'treasury' | 'vault'>,
  { reader }: TokenAccount,
  stakingWallet: string,
  block: number,
): Promise<TokenReserves['balances']> {
  const accounts = [
    { account: 'TREASURY', address: treasury },
    { account: 'STAKING', address: stakingWallet },
    { account: 'VAULT', address: vault },
  ] as const;
  const known = new Set<string>();
  const distinct = accounts.flatMap(({ account, address }) => {
    if (address === null || known.has(address.toLowerCase())) return [];
    known.add(address.toLowerCase());
    return [{ account, address }];
  });
  return Promise.all(
    distinct.map(async (each) => ({
      ...each,
      balance: (await reader.balance(each.address, block)).toString(),
    })),
  );
}

const KINDS = ['ENTRY_FEES', 'GUARANTEES', 'PRIZES', 'REFUNDS', 'STAKES', 'INTEREST'] as const;

/** Debts in one token, in wei. */
type Debts = Partial<Record<(typeof KINDS)[number], bigint | undefined>>;

/** Compares the assets in one token with the debts in it. */
function compare(token: PrizeToken, balances: TokenReserves['balances'], debts: Debts): TokenReserves {
  const liabilities = KINDS.map((kind) => ({ kind, amount: (debts[kind] ?? 0n).toString() }));
  const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const assets = sum(balances.map(({ balance }) => balance));
  const owed = sum(liabilities.map(({ amount }) => amount));
  return {
    token,
    balances,
    assets: assets.toString(),
    liabilities,
    owed: owed.toString(),
    ratio: owed === 0n ? null : Number((assets * 10_000n) / owed) / 10_000,
  };
}

/** Formats the reserves as CSV: one line per balance and per debt, amounts in wei. */
export function formatReserves({ tokens, block, computed_at }: Reserves): string {
  const lines = tokens.flatMap(({ token, balances, liabilities }) => [
    ...balances.map(({ account, address, balance }) => [
      token.symbol,
      token.address,
      'ASSET',
      account,
      address,
      balance,
    ]),
    ...liabilities.map(({ kind, amount }) => [token.symbol, token.address, 'DEBT', kind, '', amount]),
  ]);
  const head = ['token', 'token_address', 'side', 'kind', 'address', 'wei', 'block', 'computed_at'];
  return [head, ...lines.map((line) => [...line, String(block), computed_at])]
    .map((line) => `${line.join(',')}\r\n`)
    .join('');
}
