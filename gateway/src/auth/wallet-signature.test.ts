import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compileContract } from '@touchline/contracts/compile';
import { waitForReceipt } from '@touchline/contracts/receipt';
import { createTestDatabase, testChain } from '@touchline/local-stack/testing';
import { createPublicClient, createWalletClient, http } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { admin, newPlayer, requestChallenge, signIn, visitor } from '../testing/visitor.ts';

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
  const receipt = await waitForReceipt(createPublicClient({ transport }), hash);
  return receipt.contractAddress as `0x${string}`;
}

test('A1 the signature of another wallet is rejected', async () => {
  const response = await signIn(visitor(gateway.url), newPlayer(), admin.address);
  expect(response.status).toBe(403);
  expect(response.json.code).toBe('SIGNATURE_INVALID');
  expect(response.json.data).toBeUndefined();
});

test('A1 the signature of another message is rejected', async () => {
  const player = newPlayer();
  const browser = visitor(gateway.url);
  const { id, message } = await requestChallenge(browser, player.address);
  const signature = await player.signMessage({ message: message.replace('Chain ID: 480', 'Chain ID: 1') });
  const response = await browser.post('/api/auth/login', {
    wallet_address: player.address,
    challenge_id: id,
    signature,
  });
  expect(response.json.code).toBe('SIGNATURE_INVALID');
});

test('the owner of a contract wallet signs in as the contract', async () => {
  const owner = newPlayer();
  const account = await deployAccount(owner.address);
  const response = await signIn(visitor(gateway.url), owner, account);
  expect(response.json.data?.user).toMatchObject({ wallet_address: account.toLowerCase() });
});

test('a wallet that does not own the contract cannot sign in as the contract', async () => {
  const account = await deployAccount(newPlayer().address);
  const response = await signIn(visitor(gateway.url), newPlayer(), account);
  expect(response.json.code).toBe('SIGNATURE_INVALID');
});

test('A22 a sign-in while the chain is down is 503, not SIGNATURE_INVALID', async () => {
  const account = await deployAccount(admin.address);
  const response = await signIn(visitor((await gateway.start()).url), admin, account);
  expect(response.status).toBe(503);
  expect(response.json.code).toBe('UPSTREAM_UNAVAILABLE');
  expect(response.headers.get('retry-after')).toBe('5');
});

test('a sign-in with an RPC of another chain is 503', async () => {
  const account = await deployAccount(admin.address);
  const elsewhere = await gateway.start({ RPC_URL: chain.rpcUrl, CHAIN_ID: '1' });
  expect((await signIn(visitor(elsewhere.url), admin, account)).status).toBe(503);
});

test('A16 a sign-in with an RPC that redirects is 503', async () => {
  const account = await deployAccount(admin.address);
  const redirecting = createServer((request, response) => {
    request.resume();
    response.writeHead(307, { location: chain.rpcUrl }).end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  const RPC_URL = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
  const { url } = await gateway.start({ RPC_URL });
  expect((await signIn(visitor(url), admin, account)).status).toBe(503);
  redirecting.closeAllConnections();
  redirecting.close();
});
