import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import { tellGames } from '../coefficients/tell-games.ts';
import { acceptTransfer } from './accept.ts';
import type { ChainDeps } from './chain.ts';
import { recheckTransaction } from './recheck.ts';
import { finalizeTransfer, moveScanCursor, scanCursor, unsettledTransfers } from './transfers.store.ts';

/** Blocks that are read again: a provider may be late with its logs. */
const OVERLAP = 20;
/** Blocks that the first look ever goes back, one day: what was sent while the chain could not be reached. */
const FIRST_LOOK = 43_200;
/** Blocks read before the cursor is stored. */
const PIECE = 5_000;
/** Blocks for which a removed transfer may be mined again. */
const ORPHAN_BLOCKS = 1_000;

/**
 * One look at the chain: transfers to the staking wallet become stakes whether or not the browser that sent them is still
 * there, and everything that is not final is checked again.
 */
export async function watchChain(deps: ChainDeps): Promise<void> {
  const { db, chain } = deps;
  const heads = await chain.reader.heads();
  const until = heads.latest - chain.confirmations + 1;
  const cursor = (await scanCursor(db, chain.id)) ?? until - FIRST_LOOK;
  for (let from = Math.max(0, Math.min(cursor, until) - OVERLAP + 1); from <= until; from += PIECE) {
    const to = Math.min(until, from + PIECE - 1);
    const found = await chain.reader.scan({ from, to, recipient: chain.stakingWallet });
    for (const transfer of found) await takeTransfer(deps, transfer);
    await moveScanCursor(db, chain.id, to);
    deps.onScanned?.(to);
  }
  await recheckUnsettled(deps, heads);
}

async function takeTransfer(deps: ChainDeps, transfer: TokenTransfer): Promise<void> {
  // Anybody can write a log of nothing with somebody else as its sender.
  if (transfer.amount === 0n) return;
  const accepted = await acceptTransfer({ ...deps, chainId: deps.chain.id }, transfer);
  if (accepted.kind === 'moved') await recheckTransaction(deps, transfer.tx_hash);
  if (accepted.kind === 'waiting')
    throw new Error('the season, or its end, is not known yet: transfers wait');
  if (accepted.kind === 'stake' && accepted.created) await tellGames(deps, transfer.sender);
}

async function recheckUnsettled(
  deps: ChainDeps,
  { latest, finalized }: { latest: number; finalized: number },
): Promise<void> {
  const { db, chain } = deps;
  // Of later blocks this node does not know yet; one of them must not keep the others from being looked at.
  const unsettled = (await unsettledTransfers(db, chain.id, latest - ORPHAN_BLOCKS)).filter(
    ({ block_number }) => block_number <= latest,
  );
  const moved = new Set<`0x${string}`>();
  await Promise.all(
    unsettled.map(async (transfer) => {
      const { id, block_number, block_hash } = transfer;
      const there = await chain.reader.isCanonical({ number: block_number, hash: block_hash });
      if (!there || transfer.finality === 'ORPHANED') moved.add(transfer.tx_hash);
      else if (block_number <= finalized) await finalizeTransfer(db, id, block_hash);
    }),
  );
  for (const hash of moved) await recheckTransaction(deps, hash);
}
