import { afterAll, expect, test } from 'vitest';
import { readGatewayEnv } from './env.ts';
import { removeFolders, testEnv } from './testing/gateway-under-test.ts';

const complete = testEnv('postgres://gateway:secret@127.0.0.1/touchline');
afterAll(removeFolders);

test('one error names every missing and invalid variable, without values', () => {
  const { TOKEN_ADDRESS: _, ...rest } = complete;
  const read = () => readGatewayEnv({ ...rest, RPC_URL: 'not a url', ADMIN_WALLETS: '0xADMIN' });
  expect(read).toThrow(/TOKEN_ADDRESS: is missing/);
  expect(read).toThrow(/RPC_URL/);
  expect(read).toThrow(/ADMIN_WALLETS/);
  expect(read).not.toThrow(/secret|not a url|0xADMIN/);
});

test.each([
  ['', 'is missing'],
  ['too short', 'must have at least 32 random characters'],
])('S13 the gateway does not start without a valid secret for its keys (%j)', (KEYS_SECRET, problem) => {
  expect(() => readGatewayEnv({ ...complete, KEYS_SECRET })).toThrow(`KEYS_SECRET: ${problem}`);
});

test.each([
  ['PUBLIC_URL', 'http://touchline.example'],
  ['RPC_URL', 'https://rpc.example,http://other.example/key'],
  ['PUBLIC_RPC_URL', 'http://rpc.example'],
])('S22 %s must be https in production', (name, value) => {
  const variables = { ...complete, PUBLIC_RPC_URL: 'https://public.example', [name]: value };
  expect(() => readGatewayEnv({ ...variables, NODE_ENV: 'production' })).toThrow(
    `${name} must start with https://`,
  );
  expect(() => readGatewayEnv(variables)).not.toThrow();
});

test('S22 addresses on the same machine may use http in production', () => {
  const local = { ...complete, NODE_ENV: 'production', RPC_URL: 'http://localhost:1,http://[::1]:2' };
  expect(() => readGatewayEnv(local)).not.toThrow();
});

test('S7 contract admins require two RPCs', () => {
  const admin = {
    ...complete,
    ADMIN_CONTRACT_WALLETS: complete.ADMIN_WALLETS ?? '',
    PUBLIC_RPC_URL: 'https://public.example',
  };
  const read = (rpcs: string) => () => readGatewayEnv({ ...admin, RPC_URL: rpcs });
  expect(read('http://a.example')).toThrow(/ADMIN_CONTRACT_WALLETS/);
  expect(read('http://a.example,http://a.example')).toThrow(/ADMIN_CONTRACT_WALLETS/);
  expect(read('http://a.example,http://b.example')).not.toThrow();
});

test.each([
  'https://rpc.example/v2/KEY',
  'https://rpc.example/?key=KEY',
  'https://user:KEY@rpc.example',
  'http://127.0.0.1:8545/KEY',
])('S9 browsers never get the RPC address %s', (address) => {
  const read = (more: Record<string, string>) => () =>
    readGatewayEnv({ ...complete, RPC_URL: address, ...more });
  expect(read({})).toThrow(/^PUBLIC_RPC_URL is missing/);
  expect(read({})).not.toThrow(/KEY/);
  expect(read({ PUBLIC_RPC_URL: address })).toThrow(/^PUBLIC_RPC_URL is an address in RPC_URL/);
  expect(read({ PUBLIC_RPC_URL: address })).not.toThrow(/KEY/);
  expect(read({ PUBLIC_RPC_URL: 'https://rpc.example/public' })).not.toThrow();
});

test.each(['https://rpc.example', 'http://10.0.0.5:8545'])(
  "S9 browsers get the server's RPC %s only if an operator sets PUBLIC_RPC_URL to it",
  (address) => {
    expect(() => readGatewayEnv({ ...complete, RPC_URL: address })).toThrow(/^PUBLIC_RPC_URL is missing/);
    const variables = { ...complete, RPC_URL: address, PUBLIC_RPC_URL: address };
    expect(readGatewayEnv(variables).PUBLIC_RPC_URL).toBe(address);
  },
);

test('the treasury and the staking wallet must differ', () => {
  const wallet = complete.TREASURY_WALLET ?? '';
  expect(() => readGatewayEnv({ ...complete, STAKING_WALLET: wallet })).toThrow(/must differ/);
});
