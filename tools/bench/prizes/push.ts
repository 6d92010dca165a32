import { randomUUID } from 'node:crypto';
import { getSettlementFunding, listUnpaidPrizes, PRIZES_PER_BATCH } from '@touchline/api/http/admin-prizes';
import { encodeTransfer } from '@touchline/local-stack/dependencies/token-transfers';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { requestOwner } from '@touchline/service-kit/administration/owner-requests';
import { query } from '@touchline/service-kit/data/database';
import { openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import type { Hex } from 'viem';
import type { Limits } from '../figures/limits.ts';
import { log } from '../figures/log.ts';
import { ADMIN_WALLET, type GamesHost } from '../host/games-host.ts';
import type { VaultChain } from './vault-chain.ts';

interface PushOptions {
  chain: VaultChain;
  host: GamesHost;
  game: string;
  limits: Limits;
  maxGas: number;
}

const BATCHES = 5;
/** More than the distance of a final block. */
const FINAL_BLOCKS = 140;

/** Funds the game and pays prizes as the dashboard does, and as many winners with one transfer each, batch by batch in turns. */
export async function measurePush({ chain, host: { db, natsUrl }, game, limits, maxGas }: PushOptions) {
  const bus = openBus(natsUrl, { name: 'admin', log: createLog('bench', 'silent') });
  const input = () => ({ params: { id: game }, by: { admin: ADMIN_WALLET, request_id: randomUUID() } });
  try {
    await bus.connection();
    const { approve, settle } = await requestOwner(bus, 'games', getSettlementFunding, input());
    await chain.send(chain.treasury, approve);
    const settleGas = await chain.send(chain.treasury, settle);
    await chain.mine(FINAL_BLOCKS);
    const isFunded = async () =>
      (await query(db, "select from games where id = ? and prize_state = 'FUNDED'", [game])).length > 0;
    await waitUntil(isFunded, { what: 'the prizes to be funded', timeoutMs: 60_000 });
    await chain.passTime(60);
    const [vault, transfers] = [
      { gas: 0, ms: 0 },
      { gas: 0, ms: 0 },
    ];
    let [after, listMs] = [undefined as string | undefined, 0];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const since = performance.now();
      const page = await requestOwner(bus, 'games', listUnpaidPrizes, { ...input(), query: { after } });
      listMs = Math.max(listMs, performance.now() - since);
      after = page.next ?? undefined;
      vault.gas += await chain.send(chain.accounts[0]!.address, page.call!);
      vault.ms += performance.now() - since;
      const pushedAt = performance.now();
      for (const { account, amount } of page.claims)
        transfers.gas += await transfer(chain, account, BigInt(amount));
      transfers.ms += performance.now() - pushedAt;
    }
    const winners = BATCHES * PRIZES_PER_BATCH;
    const formatWinner = ({ gas, ms }: typeof vault) =>
      `${(gas / winners).toFixed(0)} gas, ${(ms / winners).toFixed(2)} ms`;
    log(`settle: ${settleGas} gas; slowest list of ${PRIZES_PER_BATCH} prizes: ${listMs.toFixed(0)} ms`);
    log(`per winner, in batches with proofs: ${formatWinner(vault)}, ${BATCHES} transactions`);
    log(`per winner, baseline of one transfer each: ${formatWinner(transfers)}, ${winners} transactions`);
    limits.check('pushed prize', vault.gas / winners, { max: maxGas }, 'gas');
    await chain.mine(FINAL_BLOCKS);
    const isPaid = async () =>
      (await query(db, 'select from prize_settlements where game_id = ? and paid = ?', [game, winners]))
        .length > 0;
    await waitUntil(isPaid, { what: 'the payments to be read', timeoutMs: 60_000 });
  } finally {
    await bus.close();
  }
}

/** Pays another new account directly. @returns gas */
function transfer(chain: VaultChain, account: string, amount: bigint): Promise<number> {
  const recipient = `0x${account.slice(2).split('').reverse().join('')}` as Hex;
  return chain.send(chain.treasury, { to: chain.token, data: encodeTransfer(recipient, amount) });
}
