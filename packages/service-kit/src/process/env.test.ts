import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chainVariables } from './chain-env.ts';
import { readEnv, serviceEnv } from './env.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchline-env-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pgPasswordOf = (connectionString: string) => new pg.Client({ connectionString }).password;

const complete = {
  DATABASE_URL: 'postgres://games:secret@127.0.0.1:5432/touchline',
  NATS_URL: 'nats://127.0.0.1:4222',
  PORT: '4001',
  JWKS_URL: 'http://127.0.0.1:3000/.well-known/jwks.json',
};

describe('the environment', () => {
  test('the environment parses variables, with the calendar of the specification as default', () => {
    const env = readEnv(serviceEnv, {
      ...complete,
      CALENDAR: '{"tail_minutes":0.5}',
      ADMIN_WALLETS: `0x${'Ab'.repeat(20)}`,
    });
    expect(env.PORT).toBe(4001);
    expect(env.HOST).toBe('127.0.0.1');
    expect(env.CALENDAR).toMatchObject({ tail_minutes: 0.5, season_window_hours: 75, poll_live_seconds: 30 });
    expect(env.ADMIN_WALLETS).toEqual([`0x${'ab'.repeat(20)}`]);
  });

  test('the environment reads a value from the file named by the variable with _FILE', () => {
    const file = join(folder, 'database-url');
    writeFileSync(file, `${complete.DATABASE_URL}\n`);
    const { DATABASE_URL: url, ...rest } = complete;
    expect(readEnv(serviceEnv, { ...rest, DATABASE_URL_FILE: file }).DATABASE_URL).toBe(url);
    expect(() => readEnv(serviceEnv, { ...rest, DATABASE_URL_FILE: `${file}-no` })).toThrow(
      /^DATABASE_URL_FILE names a file/,
    );
  });

  test('the environment inserts a separate password into its address, with any characters', () => {
    const password = `a/b+c#d%2F@e:"f\\g' $h=`;
    const file = join(folder, 'nats-password');
    writeFileSync(file, `${password}\n`);
    const env = readEnv(serviceEnv, {
      ...complete,
      DATABASE_URL: 'postgres://games@127.0.0.1:5432/touchline',
      DATABASE_PASSWORD: password,
      NATS_URL: 'nats://games@127.0.0.1:4222',
      NATS_PASSWORD_FILE: file,
    });
    for (const url of [env.DATABASE_URL, env.NATS_URL])
      expect(decodeURIComponent(new URL(url).password)).toBe(password);
    expect(pgPasswordOf(env.DATABASE_URL)).toBe(password);
  });

  test('the environment lists every missing and invalid variable, without their values', () => {
    const shape = serviceEnv.extend({ FPL_URL: z.url() });
    const read = () =>
      readEnv(shape, {
        ...complete,
        NATS_URL: '',
        PORT: 'hunter2',
        CALENDAR: '{"tail":1,"soon_hours":"x"}',
        ADMIN_WALLETS: 'bob',
      });
    expect(read).toThrow(/NATS_URL: is missing/);
    expect(read).toThrow(/FPL_URL: is missing/);
    expect(read).toThrow(/PORT: /);
    expect(read).toThrow(/CALENDAR: .*"tail"/);
    expect(read).toThrow(/CALENDAR\.soon_hours: /);
    expect(read).toThrow(/ADMIN_WALLETS\.0: must be wallet addresses/);
    expect(read).not.toThrow(/hunter2|bob/);
  });

  test.each(['DATABASE_URL', 'NATS_URL', 'JWKS_URL', 'RPC_URL', 'TOKEN_ADDRESS'])(
    'A23 %s has no default, because it may contain a secret or defines trust',
    (name) => {
      const shape = serviceEnv.extend(chainVariables);
      const all = { ...complete, RPC_URL: 'https://rpc.example', TOKEN_ADDRESS: `0x${'11'.repeat(20)}` };
      expect(readEnv(shape, all).PORT).toBe(4001);
      for (const value of [undefined, ''])
        expect(() => readEnv(shape, { ...all, [name]: value })).toThrow(`${name}: is missing`);
    },
  );
});
