import { compileContract } from '@touchline/chain/compile';
import { createTestDatabase, type TestDatabase, testChain } from '@touchline/platform/testing';
import { createPublicClient, createWalletClient, getAddress, type Hex, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { parseSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_WALLET, type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';
import { askChallenge, bearer, signIn, tokenOf, visitor } from '../testing/visitor.ts';

/** A contract wallet with one owner (ERC-1271). */
const ACCOUNT_SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
contract Account {
  address private immutable owner;
  constructor(address owner_) { owner = owner_; }
  function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
    return ECDSA.recover(hash, signature) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
  }
}`;

// Account 0 of the development mnemonic: the admin.
const admin = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const newPlayer = () => privateKeyToAccount(generatePrivateKey());
const MINUTE = 60_000;

let database: TestDatabase;
let chain: Awaited<ReturnType<typeof testChain>>;
let gateway: GatewayUnderTest;
let withoutChain: GatewayUnderTest;

beforeAll(async () => {
  [database, chain] = await Promise.all([createTestDatabase('gateway'), testChain()]);
  // The first RPC is down.
  const env = { RPC_URL: `http://127.0.0.1:9,${chain.rpcUrl}` };
  gateway = await startGateway({ databaseUrl: database.url, env });
  withoutChain = await startGateway({ databaseUrl: database.url });
});

afterAll(async () => {
  await Promise.all([gateway?.stop(), withoutChain?.stop(), chain?.stop()]);
  await database?.drop();
});

async function deployAccount(owner: string): Promise<`0x${string}`> {
  const { abi, bytecode } = compileContract('Account', ACCOUNT_SOURCE);
  const transport = http(chain.rpcUrl);
  const wallet = createWalletClient({ account: admin, transport });
  const hash = await wallet.deployContract({ abi, bytecode, args: [owner], chain: null });
  const receipt = await createPublicClient({ transport, pollingInterval: 50 }).waitForTransactionReceipt({
    hash,
  });
  return receipt.contractAddress as `0x${string}`;
}

describe('first step', () => {
  test('API-04 the address alone gives a message to sign and no token', async () => {
    const browser = visitor(gateway.url);
    const answer = await browser.post('/api/auth/login', { wallet_address: admin.address });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json.data ?? {})).toEqual(['challenge']);
    expect(browser.cookies.size).toBe(0);
  });

  test('the message names the configured site, the chain and the wallet, whatever Host says', async () => {
    const { id, message, expires_at } = await askChallenge(visitor(gateway.url), admin.address.toLowerCase());
    const said = parseSiweMessage(message);
    expect(said).toMatchObject({
      domain: 'localhost:8080',
      uri: 'http://localhost:8080',
      address: getAddress(admin.address),
      chainId: 480,
      version: '1',
      requestId: id,
    });
    expect(said.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(said.expirationTime?.toISOString()).toBe(expires_at);
    expect(Date.parse(expires_at) - gateway.clock.now).toBe(5 * MINUTE);
  });

  test.each([
    ['no address', {}, 'wallet_address'],
    ['no wallet address', { wallet_address: 'admin' }, 'wallet_address'],
    ['an unknown field', { wallet_address: ADMIN_WALLET, isAdmin: true }, 'isAdmin'],
    [
      'a signature without its challenge',
      { wallet_address: ADMIN_WALLET, signature: '0x00' },
      'challenge_id',
    ],
  ])('%s is 400 and names the field', async (_what, body, path) => {
    const answer = await visitor(gateway.url).post('/api/auth/login', body);
    expect(answer.status).toBe(400);
    expect(answer.json.code).toBe('VALIDATION_FAILED');
    expect(answer.json.details?.map((detail) => detail.path)).toContain(path);
  });

  test('a page of another site cannot begin a sign-in', async () => {
    const answer = await visitor(gateway.url).post(
      '/api/auth/login',
      { wallet_address: admin.address },
      { origin: 'https://evil.example' },
    );
    expect(answer.status).toBe(403);
  });
});

describe('second step', () => {
  test('API-04 AUTH-01 the signature of the message gives a token and the user', async () => {
    const player = newPlayer();
    const answer = await signIn(visitor(gateway.url), player);
    expect(answer.status).toBe(200);
    expect(answer.json.data?.user).toMatchObject({
      wallet_address: player.address.toLowerCase(),
      isAdmin: false,
    });
    expect(tokenOf(answer).split('.')).toHaveLength(3);
  });

  test('a key wallet needs no chain', async () => {
    expect((await signIn(visitor(withoutChain.url), newPlayer())).status).toBe(200);
  });

  test("a stranger's signature is refused", async () => {
    const answer = await signIn(visitor(gateway.url), newPlayer(), admin.address);
    expect(answer.status).toBe(403);
    expect(answer.json.code).toBe('SIGNATURE_INVALID');
    expect(answer.json.data).toBeUndefined();
  });

  test('the signature of another text is refused', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const { id, message } = await askChallenge(browser, player.address);
    const signature = await player.signMessage({ message: message.replace('Chain ID: 480', 'Chain ID: 1') });
    const answer = await browser.post('/api/auth/login', {
      wallet_address: player.address,
      challenge_id: id,
      signature,
    });
    expect(answer.json.code).toBe('SIGNATURE_INVALID');
  });

  test('a challenge works once', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const { id, message } = await askChallenge(browser, player.address);
    const body = {
      wallet_address: player.address,
      challenge_id: id,
      signature: await player.signMessage({ message }),
    };
    expect((await browser.post('/api/auth/login', body)).status).toBe(200);
    const again = await browser.post('/api/auth/login', body);
    expect(again.status).toBe(409);
    expect(again.json.code).toBe('CHALLENGE_EXPIRED');
  });

  test('thirty parallel tries give one token', async () => {
    const player = newPlayer();
    const { id, message } = await askChallenge(visitor(gateway.url), player.address);
    const signature = await player.signMessage({ message });
    const body = { wallet_address: player.address, challenge_id: id, signature };
    const tries = Array.from({ length: 30 }, () => visitor(gateway.url).post('/api/auth/login', body));
    const codes = (await Promise.all(tries)).map((answer) => answer.json.code ?? 'token');
    expect(codes.filter((code) => code === 'token')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CHALLENGE_EXPIRED')).toHaveLength(29);
  });

  test('a challenge is over after five minutes', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const { id, message } = await askChallenge(browser, player.address);
    const signature = await player.signMessage({ message });
    gateway.clock.now += 5 * MINUTE + 1;
    const answer = await browser.post('/api/auth/login', {
      wallet_address: player.address,
      challenge_id: id,
      signature,
    });
    expect(answer.json.code).toBe('CHALLENGE_EXPIRED');
  });

  test("one wallet's challenge does not serve another", async () => {
    const [asked, other] = [newPlayer(), newPlayer()];
    const browser = visitor(gateway.url);
    const { id, message } = await askChallenge(browser, asked.address);
    const answer = await browser.post('/api/auth/login', {
      wallet_address: other.address,
      challenge_id: id,
      signature: await other.signMessage({ message }),
    });
    expect(answer.json.code).toBe('CHALLENGE_EXPIRED');
  });

  test('a signature of 9 kB is refused by its length', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const { id } = await askChallenge(browser, player.address);
    const answer = await browser.post('/api/auth/login', {
      wallet_address: player.address,
      challenge_id: id,
      signature: `0x${'ab'.repeat(4608)}`,
    });
    expect(answer.status).toBe(400);
    expect(answer.json.details?.[0]?.path).toBe('signature');
  });
});

describe('contract wallets (ERC-1271)', () => {
  test('the owner of the contract signs in as the contract', async () => {
    const owner = newPlayer();
    const account = await deployAccount(owner.address);
    const answer = await signIn(visitor(gateway.url), owner, account);
    expect(answer.json.data?.user).toMatchObject({ wallet_address: account.toLowerCase() });
  });

  test('somebody else does not', async () => {
    const account = await deployAccount(newPlayer().address);
    const answer = await signIn(visitor(gateway.url), newPlayer(), account);
    expect(answer.json.code).toBe('SIGNATURE_INVALID');
  });

  test('a chain that is down is 503, not a wrong signature', async () => {
    const account = await deployAccount(admin.address);
    const answer = await signIn(visitor(withoutChain.url), admin, account);
    expect(answer.status).toBe(503);
    expect(answer.json.code).toBe('UPSTREAM_UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  test('a chain with another id cannot vouch for anybody', async () => {
    const account = await deployAccount(admin.address);
    const elsewhere = await startGateway({
      databaseUrl: database.url,
      env: { RPC_URL: chain.rpcUrl, CHAIN_ID: '1' },
    });
    try {
      expect((await signIn(visitor(elsewhere.url), admin, account)).status).toBe(503);
    } finally {
      await elsewhere.stop();
    }
  });
});

describe('users', () => {
  test('DATA-01 a wallet in any case is one user', async () => {
    const player = newPlayer();
    const upper = `0x${player.address.slice(2).toUpperCase()}` as Hex;
    const first = await signIn(visitor(gateway.url), player, player.address.toLowerCase());
    const second = await signIn(visitor(gateway.url), player, upper);
    expect(second.json.data?.user).toEqual(first.json.data?.user);
  });

  test('SHELL-10 the admin wallet is the admin in lower, mixed and upper case', async () => {
    const upper = `0x${ADMIN_WALLET.slice(2).toUpperCase()}`;
    for (const wallet of [ADMIN_WALLET.toLowerCase(), ADMIN_WALLET, upper]) {
      const answer = await signIn(visitor(gateway.url), admin, wallet);
      expect(answer.json.data?.user).toMatchObject({ isAdmin: true });
    }
  });

  test('API-05 the profile is the signed-in user', async () => {
    const player = newPlayer();
    const browser = visitor(gateway.url);
    const token = tokenOf(await signIn(browser, player));
    const answer = await browser.get('/api/auth/profile', bearer(token));
    expect(answer.json).toEqual({
      success: true,
      data: {
        user: {
          wallet_address: player.address.toLowerCase(),
          isAdmin: false,
          created_at: new Date(gateway.clock.now).toISOString(),
        },
      },
    });
  });

  test('API-06 another user shows wallet and age only; an unknown one is 404', async () => {
    const [me, other] = [newPlayer(), newPlayer()];
    const token = tokenOf(await signIn(visitor(gateway.url), me));
    await signIn(visitor(gateway.url), other);
    const known = await visitor(gateway.url).get(`/api/auth/user/${other.address}`, bearer(token));
    expect(Object.keys(known.json.data?.user ?? {}).sort()).toEqual(['created_at', 'wallet_address']);
    const unknown = await visitor(gateway.url).get(`/api/auth/user/${newPlayer().address}`, bearer(token));
    expect(unknown.status).toBe(404);
  });
});
