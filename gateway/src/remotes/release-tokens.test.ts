import { join } from 'node:path';
import { releaseCommand } from '@touchline/local-stack/release/main';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { RELEASE_SECRET, releaseEnv } from '../testing/release-team.ts';
import { signReleaseToken } from './release-tokens.ts';

const env = releaseEnv();
const gateway = gatewaySuite(createTestDatabase, () => env);

test('npm run release -- replace-token outputs the token alone, for a file, and names its number in a note', async () => {
  const notes: string[] = [];
  const context = {
    project: join(import.meta.dirname, '../../..'),
    secret: () => RELEASE_SECRET,
    confirm: async () => true,
    note: (sentence: string) => void notes.push(sentence),
  };
  const run = (command: string) => releaseCommand([command, 'rivals', '--to', gateway.url], context);
  expect(await run('replace-token')).toBe(signReleaseToken(RELEASE_SECRET, 'rivals', 2));
  expect(notes).toEqual(['This is token 2 of rivals. The previous one is rejected from now on.']);
  expect(await run('token')).toBe(signReleaseToken(RELEASE_SECRET, 'rivals', 2));
});
