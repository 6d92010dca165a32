import { createTestDatabase } from '@touchline/local-stack/testing';
import { encodeAbiParameters, type Hex, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN_WALLET, gatewaySuite } from '../testing/gateway-under-test.ts';
import { computeTwin } from '../testing/high-s.ts';
import { type ScriptedRpc, scriptedRpc } from '../testing/scripted-rpc.ts';
import { admin, newPlayer, requestChallenge, signIn, visitor } from '../testing/visitor.ts';
import { createBoundedQueue } from './wallet-signature.ts';

/** Two RPCs that accept every address as a contract and every signature, and an honest one without contracts. */
let liar: ScriptedRpc;
let secondLiar: ScriptedRpc;
let honest: ScriptedRpc;
beforeAll(async () => {
  const lies = { eth_chainId: toHex(480), eth_getCode: '0x6001', eth_call: '0x01' };
  liar = await scriptedRpc(lies);
  secondLiar = await scriptedRpc(lies);
  honest = await scriptedRpc({ eth_chainId: toHex(480), eth_getCode: '0x', eth_call: '0x00' });
});
beforeEach(() => {
  for (const rpc of [liar, secondLiar, honest]) rpc.calls.length = 0;
});
afterAll(() => {
  for (const rpc of [liar, secondLiar, honest]) rpc?.stop();
});

const gateway = gatewaySuite(createTestDatabase);

const INVENTED: Hex = `0x${'11'.repeat(65)}`;
const FACTORY: Hex = `0x${'ab'.repeat(20)}`;
const WRAPPED = (encodeAbiParameters(
  [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
  [FACTORY, `0x${'c0ffee'.repeat(100)}`, '0x11'],
) + '6492'.repeat(16)) as Hex;

async function signInWith(url: string, wallet: string, signature: Hex, address = '192.0.2.1') {
  const browser = visitor(url);
  const { id } = await requestChallenge(browser, wallet);
  const response = await browser.post(
    '/api/auth/login',
    { wallet_address: wallet, challenge_id: id, signature },
    { 'x-forwarded-for': address },
  );
  return response.json.code ?? response.status;
}

test.each(['liar first', 'liar last'])(
  'S7 a lying RPC cannot sign in an admin without the key (%s)',
  async (order) => {
    const rpcs = order === 'liar first' ? [liar, secondLiar, honest] : [honest, liar];
    const { url } = await gateway.start({ RPC_URL: rpcs.map((rpc) => rpc.url).join() });
    for (const signature of [INVENTED, WRAPPED])
      expect(await signInWith(url, ADMIN_WALLET, signature)).toBe('SIGNATURE_INVALID');
    expect(rpcs.flatMap((rpc) => rpc.calls)).toEqual([]);
    expect((await signIn(visitor(url), admin)).status).toBe(200);
  },
);

test('S7 a contract admin signs in when two RPCs agree', async () => {
  const start = async (...urls: string[]) =>
    (await gateway.start({ RPC_URL: urls.join(), ADMIN_CONTRACT_WALLETS: ADMIN_WALLET })).url;
  const oneOfTwo = await start(liar.url, honest.url);
  expect(await signInWith(oneOfTwo, ADMIN_WALLET, INVENTED)).toBe('SIGNATURE_INVALID');
  const unreachable = await start(liar.url, 'http://127.0.0.1:1');
  expect(await signInWith(unreachable, ADMIN_WALLET, INVENTED)).toBe('UPSTREAM_UNAVAILABLE');
  const respelled = await start(
    `${liar.url}/`,
    `${liar.url.replace('127.0.0.1', 'x:y@LOCALHOST')}/?key=1`,
    honest.url,
  );
  expect(await signInWith(respelled, ADMIN_WALLET, INVENTED)).toBe('SIGNATURE_INVALID'); // P6: one RPC in two spellings
  const agreed = await start('http://127.0.0.1:1', liar.url, secondLiar.url);
  expect(await signInWith(agreed, ADMIN_WALLET, INVENTED)).toBe(200);
});

test("S25 an address may send three wrapped signatures per minute, and the client's code runs one at a time", async () => {
  const { url } = await gateway.start({ RPC_URL: honest.url });
  const wallets = Array.from({ length: 10 }, () => newPlayer().address);
  const codes = await Promise.all(wallets.map((wallet) => signInWith(url, wallet, WRAPPED)));
  expect(codes.filter((code) => code === 'SIGNATURE_INVALID')).toHaveLength(3);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(7);
  const run = honest.calls.filter((call) => JSON.stringify(call.params ?? []).includes('c0ffee'));
  expect(run).toHaveLength(3);
  expect(honest.maxConcurrent()).toBeLessThanOrEqual(2); // getCode and chainId of one check go out together
});

test('S25 a bounded queue runs one task at a time and limits waiting tasks', async () => {
  const queue = createBoundedQueue({ running: 1, open: 2, openPerClient: 2 });
  const finish: (() => void)[] = [];
  const task = () => new Promise<void>((resolve) => finish.push(resolve));
  const first = queue.run('a', task);
  const second = queue.run('b', () => Promise.reject(new Error('second failed')));
  await expect(queue.run('c', task)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(finish).toHaveLength(1);
  finish[0]?.();
  await first;
  await expect(second).rejects.toThrow('second failed');
  await expect(queue.run('a', async () => 'next')).resolves.toBe('next');
});

test('P7 an IPv6 site has three places in the queue of wrapped signatures and cannot keep others out', async () => {
  const rpc = await scriptedRpc({ eth_chainId: toHex(480), eth_getCode: '0x', eth_call: '0x00' });
  const { url } = await gateway.start({ RPC_URL: rpc.url, TRUSTED_PROXIES: '1' });
  const release = rpc.hold();
  const codes: unknown[] = [];
  const send = (address: string) =>
    signInWith(url, newPlayer().address, WRAPPED, address).then((code) => codes.push(code));
  const site = Array.from({ length: 12 }, (_, n) => send(`2001:db8:1:${n}::1`));
  await expect.poll(() => codes).toEqual(Array(9).fill('RATE_LIMITED'));
  const other = Array.from({ length: 4 }, (_, n) => send(`2001:db8:2:${n}::1`));
  // One more rejection: three of the other site wait in the queue.
  await expect.poll(() => codes).toEqual(Array(10).fill('RATE_LIMITED'));
  expect(rpc.waiting()).toBeGreaterThan(0);
  release();
  await Promise.all([...site, ...other]);
  expect(codes.slice(10)).toEqual(Array(6).fill('SIGNATURE_INVALID'));
  rpc.stop();
});

test('P14 a network has twenty concurrent checks of contract wallets and cannot keep others out', async () => {
  const rpc = await scriptedRpc({ eth_chainId: toHex(480), eth_getCode: '0x6001', eth_call: '0x00' });
  const { url } = await gateway.start({ RPC_URL: rpc.url, TRUSTED_PROXIES: '1' });
  const release = rpc.hold();
  const codes: unknown[] = [];
  const send = (address: string) =>
    signInWith(url, newPlayer().address, INVENTED, address).then((code) => codes.push(code));
  const network = Array.from({ length: 22 }, () => send('192.0.2.7'));
  await expect.poll(() => codes).toEqual(Array(2).fill('RATE_LIMITED'));
  const other = send('198.51.100.7');
  await expect.poll(() => rpc.waiting()).toBeGreaterThan(2 * 20); // getCode and chainId of each check
  release();
  await Promise.all([...network, other]);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(2);
  expect(codes).toContain('SIGNATURE_INVALID');
  rpc.stop();
});

test('P9 the other signature of the same key, which anybody can compute, is rejected without the chain', async () => {
  const { url } = await gateway.start(); // no RPC responds
  const player = newPlayer();
  const signMessage = async (input: { message: string }) => computeTwin(await player.signMessage(input));
  const response = await signIn(visitor(url), { address: player.address, signMessage });
  expect([response.status, response.json.code]).toEqual([403, 'SIGNATURE_INVALID']);
});
