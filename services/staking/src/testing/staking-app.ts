import { type Client, createClient } from '@touchline/api/client';
import { createStake } from '@touchline/api/http/staking';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { TOKEN_WEI } from '@touchline/rules/tokens';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { createVerifier } from '@touchline/service-kit/http/auth';
import { listen } from '@touchline/service-kit/http/server';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import { createMetrics, type Metrics } from '@touchline/service-kit/process/metrics';
import { startTokens, type Tokens } from '@touchline/service-kit/testing/tokens';
import type Koa from 'koa';
import { vi } from 'vitest';
import { createApp } from '../app.ts';
import { migrations } from '../migrations.ts';
import type { Chain } from './payer.ts';

export interface StakingApp {
  koa: Koa;
  db: Database;
  bus: Bus;
  metrics: Metrics;
  clock: { now: number };
  as(wallet: string | null): Pick<Client, 'request'>;
  /** Sends POST /staking without the typed client. */
  post(wallet: string | null, body: unknown): Promise<{ status: number; body: StakingResponse }>;
  /** Repeats the request until the transfer is a stake. */
  stake(wallet: string, amount: string, hash: string): Promise<Staked>;
  stop(): Promise<void>;
}

interface Staked {
  stake: { id: string; amount: string; lock_start_date: string; lock_end_date: string };
  coefficientUpdate?: { updatedParticipations: number; newCoefficient: number } | undefined;
}

export interface StakingResponse {
  success: boolean;
  code?: string;
  error?: string;
  data?: { status?: string } & Partial<Staked>;
}

export interface StakingAppOptions {
  databaseUrl: string;
  natsUrl: string;
  chain: Pick<Chain, 'rpcUrl' | 'token' | 'treasury' | 'stakingWallet'>;
  /** Wallets that top up the staking wallet, in lower case. */
  funders?: string[];
  confirmations?: number;
  paused?: boolean;
  /** Pause between two reads of the chain in milliseconds. */
  pauseMs?: number;
  /** Fixed time of the test clock in epoch ms. */
  now?: number;
}

export const ADMIN = `0x${'a'.repeat(40)}`;

export async function startStakingApp(options: StakingAppOptions): Promise<StakingApp> {
  const log = createLog('staking', 'silent');
  const tokens = await startTokens();
  const db = openDatabase(options.databaseUrl, 'staking');
  await migrate(db, migrations);
  const bus = openBus(options.natsUrl, { name: 'staking', log });
  const metrics = createMetrics('staking', { defaults: false });
  const clock = { now: options.now ?? Date.now() };
  const { rpcUrl, token, treasury, stakingWallet } = options.chain;
  const app = createApp({
    db,
    bus,
    verifier: createVerifier({ jwksUrl: tokens.jwksUrl, adminWallets: [ADMIN] }),
    adminWallets: [ADMIN],
    transfers: createTransferReader({ rpcUrls: [rpcUrl], chainId: 480, token, timeoutMs: 2_000 }),
    chain: {
      id: 480,
      token: token.toLowerCase(),
      rpcUrls: [rpcUrl],
      stakingWallet: stakingWallet.toLowerCase(),
      funders: [treasury.toLowerCase(), ...(options.funders ?? [])],
      confirmations: options.confirmations ?? 1,
      smallestTransfer: TOKEN_WEI,
    },
    disabled: options.paused ?? false,
    pauseMs: options.pauseMs ?? 50,
    log,
    metrics,
    now: () => clock.now,
  });
  const listening = await listen(app.koa, 0, '127.0.0.1');
  const base = `${listening.url}/api`;
  const post = createPost(base, tokens);
  return {
    koa: app.koa,
    db,
    bus,
    metrics,
    clock,
    post,
    as: (wallet) => ({
      async request(endpoint, ...input) {
        const bearer = wallet === null ? null : await tokens.accessToken(wallet);
        return createClient({ base, token: () => bearer }).request(endpoint, ...input);
      },
    }),
    stake: (wallet, amount, hash) =>
      vi.waitFor(
        async () => {
          const { status, body } = await post(wallet, { amount, transaction_hash: hash });
          if (status !== 201 && status !== 200)
            throw new Error(`${status} ${body.code ?? body.data?.status}`);
          return createStake.data.parse(body.data) as Staked;
        },
        { timeout: 10_000, interval: 25 },
      ),
    async stop() {
      await listening.close();
      await app.stop();
      await bus.close();
      await db.destroy();
      await tokens.stop();
    },
  };
}

const createPost =
  (base: string, tokens: Tokens): StakingApp['post'] =>
  async (wallet, body) => {
    const response = await fetch(`${base}/staking`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(wallet ? { authorization: `Bearer ${await tokens.accessToken(wallet)}` } : {}),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as StakingResponse };
  };
