import { expect, test } from 'vitest';
import { readStakingEnv } from './env.ts';

const complete = {
  DATABASE_URL: 'postgres://staking:secret@127.0.0.1/touchline',
  NATS_URL: 'nats://127.0.0.1:4222',
  JWKS_URL: 'http://127.0.0.1:4800/.well-known/jwks.json',
  PORT: '0',
  RPC_URL: 'https://a.example,https://b.example',
  TOKEN_ADDRESS: `0x${'a'.repeat(40)}`,
  STAKING_WALLET: `0x${'b'.repeat(40)}`,
  TREASURY_WALLET: `0x${'c'.repeat(40)}`,
};

test('S22 readStakingEnv rejects http and a single external RPC in production', () => {
  const read = (more: Record<string, string>) => () => readStakingEnv({ ...complete, ...more });
  const production = { NODE_ENV: 'production' };
  expect(read(production)).not.toThrow();
  expect(read({ ...production, RPC_URL: 'https://a.example,http://b.example' })).toThrow(/https/);
  expect(read({ ...production, RPC_URL: 'https://a.example' })).toThrow(/two providers/);
  expect(read({ RPC_URL: 'http://a.example' })).not.toThrow();
});

test('readStakingEnv rejects one wallet as treasury and staking wallet, regardless of case', () => {
  const read = (STAKING_WALLET: string) => () => readStakingEnv({ ...complete, STAKING_WALLET });
  expect(read(complete.TREASURY_WALLET)).toThrow(/must differ/);
  expect(read(`0x${'C'.repeat(40)}`)).toThrow(/must differ/);
});
