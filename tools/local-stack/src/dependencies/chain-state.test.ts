import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isAlive } from '../../bin/lib/process-identity.mjs';
import { startChain } from './chain.ts';
import { rpc } from './json-rpc.ts';
import { waitUntil } from './wait.ts';

const dir = mkdtempSync(join(tmpdir(), 'touchline-test-chain-'));
const stateFile = join(dir, 'state.json');

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('a transaction, its receipt and its block hash survive an immediate kill -9', async () => {
  const first = await startChain({ stateFile, blockSeconds: 1 });
  const [from, to] = [first.accounts[1]?.address, first.accounts[2]?.address];
  const hash = await rpc(first.rpcUrl, 'eth_sendTransaction', [{ from, to, value: '0x1' }]);
  const receipt = await waitUntil(() => receiptOf(first.rpcUrl, hash), {
    what: 'the receipt',
    timeoutMs: 10_000,
  });
  const saved = await waitUntil(async () => (await savedHashes()).includes(String(hash)), {
    what: 'the state file to hold it',
    timeoutMs: 10_000,
  });
  expect(saved).toBe(true);
  first.child.signal('SIGKILL');
  await first.child.exited;

  const second = await startChain({ stateFile, blockSeconds: 1 });
  expect(second.token).toBe(first.token);
  expect(await receiptOf(second.rpcUrl, hash)).toEqual(receipt);
  await second.stop();
});

test('a chain that cannot save its state stops anyway, with a message', async () => {
  const logged: string[] = [];
  const chain = await startChain({
    stateFile: join(dir, 'full', 'state.json'),
    say: (text) => logged.push(text),
  });
  mkdirSync(join(dir, 'full', `state.json.${process.pid}.part`)); // blocks the temporary file
  await chain.stop();
  expect(isAlive(chain.child.pid)).toBe(false);
  expect(logged.join()).toMatch(/the chain's last state was not saved: .*EISDIR/);
});

async function receiptOf(url: string, hash: unknown): Promise<{ blockHash: string } | undefined> {
  return ((await rpc(url, 'eth_getTransactionReceipt', [hash])) as { blockHash: string } | null) ?? undefined;
}

async function savedHashes(): Promise<string> {
  return readFile(stateFile, 'utf8').catch(() => '');
}
