import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compileContract } from '@touchline/contracts/compile';
import { createTestDatabase, testChain } from '@touchline/local-stack/testing';
import { createPublicClient, createWalletClient, http } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { admin, requestChallenge, newPlayer, signIn, visitor } from '../testing/visitor.ts';

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

let chain: Awaited<ReturnType<typeof testChain>>;

beforeAll(async () => {
  chain = await testChain();
});
afterAll(() => chain?.stop());

// The first RPC is down.
const gateway = gatewaySuite(createTestDatabase, () => ({
  RPC_URL: `http://127.0.0.1:9,${chain.rpcUrl}`,
}));

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

test("a stranger's signature is refused", async () => {
  const answer = await signIn(visitor(gateway.url), newPlayer(), admin.address);
  expect(answer.status).toBe(403);
  expect(answer.json.code).toBe('SIGNATURE_INVALID');
  expect(answer.json.data).toBeUndefined();
});

test('the signature of another message is refused', async () => {
  const player = newPlayer();
  const browser = visitor(gateway.url);
  const { id, message } = await requestChallenge(browser, player.address);
  const signature = await player.signMessage({ message: message.replace('Chain ID: 480', 'Chain ID: 1') });
  const answer = await browser.post('/api/auth/login', {
    wallet_address: player.address,
    challenge_id: id,
    signature,
  });
  expect(answer.json.code).toBe('SIGNATURE_INVALID');
});

test('the owner of the contract signs in as the contract', async () => {
  const owner = newPlayer();
  const account = await deployAccount(owner.address);
  const answer = await signIn(visitor(gateway.url), owner, account);
  expect(answer.json.data?.user).toMatchObject({ wallet_address: account.toLowerCase() });
});

test('a stranger does not', async () => {
  const account = await deployAccount(newPlayer().address);
  const answer = await signIn(visitor(gateway.url), newPlayer(), account);
  expect(answer.json.code).toBe('SIGNATURE_INVALID');
});

test('a chain that is down is 503, not a wrong signature', async () => {
  const account = await deployAccount(admin.address);
  const answer = await signIn(visitor((await gateway.start()).url), admin, account);
  expect(answer.status).toBe(503);
  expect(answer.json.code).toBe('UPSTREAM_UNAVAILABLE');
  expect(answer.headers.get('retry-after')).toBe('5');
});

test('a chain with another id proves nothing', async () => {
  const account = await deployAccount(admin.address);
  const elsewhere = await gateway.start({ RPC_URL: chain.rpcUrl, CHAIN_ID: '1' });
  expect((await signIn(visitor(elsewhere.url), admin, account)).status).toBe(503);
});

test('A16 an RPC that redirects proves nothing', async () => {
  const account = await deployAccount(admin.address);
  const door = createServer((request, response) => {
    request.resume();
    response.writeHead(307, { location: chain.rpcUrl }).end();
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const RPC_URL = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const { url } = await gateway.start({ RPC_URL });
  expect((await signIn(visitor(url), admin, account)).status).toBe(503);
  door.closeAllConnections();
  door.close();
});
