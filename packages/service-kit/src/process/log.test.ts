import { expect, test } from 'vitest';
import { extractRpcSecrets } from './chain-env.ts';
import { createLog } from './log.ts';

test.each([
  ['https://rpc.example/v2/KEY-123', ['/v2/KEY-123']],
  ['https://rpc.example/?key=KEY-123', ['?key=KEY-123']],
  ['https://user:KEY-123@rpc.example', ['user', 'KEY-123']],
  ['https://rpc.example/public', []],
  ['http://127.0.0.1:8545', []],
])('S9 extractRpcSecrets finds everything that may be a key in %s', (address, secrets) => {
  expect(extractRpcSecrets(address)).toEqual(secrets);
});

test('S9 no log line contains the key of an RPC, even if a library logs its URL', () => {
  const lines: string[] = [];
  const address = 'https://rpc.example/v2/KEY-123';
  const log = createLog('test', 'info', {
    destination: { write: (line) => lines.push(line) },
    secrets: extractRpcSecrets(address),
  });
  const error = Object.assign(new Error(`HTTP request failed. URL: ${address}`), { url: address });
  log.error({ err: error, body: { url: address } }, `cannot reach ${address}`);
  expect(lines.join('')).toContain('https://rpc.example[secret]');
  expect(lines.join('')).not.toContain('KEY-123');
});
