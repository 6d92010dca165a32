import { expect, test } from 'vitest';
import { readGatewayEnv } from './env.ts';
import { testEnv } from './testing/gateway-under-test.ts';

const complete = testEnv('postgres://gateway:secret@127.0.0.1/touchline');

test('one error names every missing and wrong variable and no value', () => {
  const { TOKEN_ADDRESS: _, ...rest } = complete;
  const read = () => readGatewayEnv({ ...rest, RPC_URL: 'not a url', ADMIN_WALLETS: '0xADMIN' });
  expect(read).toThrow(/TOKEN_ADDRESS: is missing/);
  expect(read).toThrow(/RPC_URL/);
  expect(read).toThrow(/ADMIN_WALLETS/);
  expect(read).not.toThrow(/secret|not a url|0xADMIN/);
});

test('treasury and staking wallet must differ', () => {
  const wallet = complete.TREASURY_WALLET ?? '';
  expect(() => readGatewayEnv({ ...complete, STAKING_WALLET: wallet })).toThrow(/must differ/);
});
