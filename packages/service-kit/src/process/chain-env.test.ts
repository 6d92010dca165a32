import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assertTrustedRpcs, findDistinctRpcs, rpcUrls } from './chain-env.ts';

const inProduction =
  (...urls: string[]) =>
  () =>
    assertTrustedRpcs(urls, 'production');

test.each([
  [['http://a.example', 'https://b.example'], /https/],
  [['https://a.example', 'http://8.8.8.8:8545'], /https/],
  [['https://a.example', 'http://localhost.example'], /https/],
  [['https://a.example', 'http://192.168.1.7.example'], /https/],
  [['https://a.example'], /two providers/],
  [['https://8.8.8.8'], /two providers/],
  [['https://a.example/v2/KEY-1', 'https://b.example', 'https://a.example/v2/KEY-2'], /a\.example twice/],
  [['https://rpc.one.example', 'https://RPC.one.example:8443/'], /one provider/],
  [['https://rpc.one.example/v2/KEY', 'https://user:KEY@eu.rpc.one.example.?apikey=KEY'], /one provider/],
  [['https://a.one.co.uk', 'https://b.one.co.uk'], /one provider/],
  [['https://8.8.8.8', 'https://8.8.8.8:8443', 'https://a.example'], /one provider/],
  [['http://127.0.0.1:8545', 'http://localhost:8545/'], /one provider/],
  [['http://10.0.0.1:8545/a', 'http://[::ffff:10.0.0.1]:8545/b'], /one provider/],
])('S22 production rejects the RPCs %j', (urls, message) => {
  expect(inProduction(...urls)).toThrow(message);
  expect(inProduction(...urls)).not.toThrow(/KEY/);
  expect(() => assertTrustedRpcs(urls, undefined)).not.toThrow();
});

test.each([
  [['https://a.example', 'https://b.example']],
  [['http://localhost:8545']],
  [['http://127.0.0.1:8545', 'http://127.0.0.1:8546']],
  [['http://10.87.0.1:8545']],
  [['http://[fd00::1]:8545']],
  [['http://192.168.1.7:8545', 'https://a.example']],
  [['https://rpc.one.co.uk', 'https://rpc.two.co.uk']],
])('S22 production accepts the RPCs %j', (urls) => {
  expect(inProduction(...urls)).not.toThrow();
});

test('P6 two spellings of one provider are one RPC, and the other spelling is named without its key', () => {
  const urls = [
    'https://rpc.one.example/v2/KEY-1',
    'https://rpc.two.example',
    'https://RPC.One.example:443/v2/KEY-2?key=KEY-3',
    'https://user:KEY@eu.one.example./',
  ];
  expect(findDistinctRpcs(urls)).toEqual({
    distinct: ['https://rpc.one.example/v2/KEY-1', 'https://rpc.two.example'],
    duplicates: ['rpc.one.example', 'eu.one.example.'],
  });
});

test('S22 production accepts the RPCs of .env.example', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8');
  const [, urls] = /^RPC_URL=(.+)$/m.exec(example)!;
  expect(inProduction(...rpcUrls.parse(urls))).not.toThrow();
});
