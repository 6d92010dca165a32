import { ALL_REMOTES } from '@touchline/api/http/releases';
import { remoteName } from '@touchline/api/http/remotes';
import { readEnv } from '@touchline/service-kit/process/env';
import { z } from 'zod';
import { releaseVariables } from './env.ts';
import { signReleaseToken } from './remotes/release-token.ts';

/** Command that creates the release token of a team: docs/operations/remotes.md. */

const [name = '', number = '1'] = process.argv.slice(2);
if ((name !== ALL_REMOTES && !remoteName.safeParse(name).success) || !/^[1-9]\d{0,5}$/.test(number)) {
  process.stderr.write('Usage: RELEASE_SECRET=... node gateway/dist/release-token.js mf-NAME|all [NUMBER]\n');
  process.exit(2);
}
const { RELEASE_SECRET } = readEnv(z.object(releaseVariables).required());
process.stdout.write(`${signReleaseToken(RELEASE_SECRET, name, Number(number))}\n`);
