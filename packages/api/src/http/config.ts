import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';

const calendar = z.object({
  season_window_hours: z.number(),
  tournament_window_hours: z.number(),
  tail_minutes: z.number(),
  deadline_lead_minutes: z.number(),
  soon_hours: z.number(),
  poll_bootstrap_seconds: z.number(),
  poll_live_seconds: z.number(),
  poll_idle_seconds: z.number(),
});

/** Settings of the deployment for browsers. */
export const config = endpoint({
  method: 'GET',
  path: '/config',
  auth: 'none',
  summary: 'Chain, token, wallets, features and links of this deployment',
  data: z.object({
    chain: z.object({
      id: z.number(),
      name: z.string(),
      currency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
      rpc: z.string(),
      explorer: z.string(),
    }),
    token: z.object({ address: z.string(), symbol: z.string(), decimals: z.number() }),
    treasury_wallet: z.string(),
    staking_wallet: z.string(),
    /** Null if QR-code wallets are disabled. */
    walletconnect: z.nullable(z.object({ project_id: z.string(), relay_url: z.string() })),
    /** Features that deployment and administrators allow. Live topic: `switches`. */
    features: z.object({ tournaments: z.boolean(), paid_games: z.boolean(), staking: z.boolean() }),
    calendar,
    links: z.object({
      social: z.string(),
      analytics: z.string(),
      white_paper: z.string(),
      trading_tools: z.string(),
    }),
    /** If true, clients send a `traceparent` header with each request. */
    tracing: z._default(z.boolean(), false),
    /** Server time, epoch ms; countdowns use it. */
    server_time: z.number(),
  }),
});
export type Config = z.infer<typeof config.data>;
