import { ALL_REMOTES } from '@touchline/api/http/releases';
import { remoteName } from '@touchline/api/http/remotes';
import { serviceName } from '@touchline/api/http/team-services';
import { readEnv } from '@touchline/service-kit/process/env';
import { gatewayEnv } from './env.ts';
import { signReleaseToken } from './remotes/release-tokens.ts';

/** Command that creates the token of a remote or of a team service: docs/operations/remotes.md. */

const [name = '', number = '1'] = process.argv.slice(2);
const isHolder = name === ALL_REMOTES || [remoteName, serviceName].some((one) => one.safeParse(name).success);
if (!isHolder || !/^[1-9]\d{0,5}$/.test(number)) {
  process.stderr.write(
    'Usage: RELEASE_SECRET=... node gateway/dist/release-token.js mf-NAME|SERVICE|all [NUMBER]\n',
  );
  process.exit(2);
}
const { RELEASE_SECRET } = readEnv(gatewayEnv.pick({ RELEASE_SECRET: true }).required());
process.stdout.write(`${signReleaseToken(RELEASE_SECRET, name, Number(number))}\n`);
