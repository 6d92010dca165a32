// Every setting that a service reads is listed in .env.example once, with its description from the env.ts files, or is set by
// docker-compose.yml.
// node tools/architecture/settings.mjs [--write]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** The settings schema of each process; the first description of a setting wins. */
const PROCESSES = [
  { name: 'fpl-relay', env: 'services/fpl-relay/src/env.ts', schema: 'relayEnv' },
  { name: 'games', env: 'services/games/src/env.ts', schema: 'gamesEnv' },
  { name: 'staking', env: 'services/staking/src/env.ts', schema: 'stakingEnv' },
  { name: 'admin', env: 'packages/service-kit/src/process/env.ts', schema: 'serviceEnv' },
  { name: 'gateway', env: 'gateway/src/env.ts', schema: 'gatewayEnv' },
];
const SOURCES = [
  'packages/service-kit/src/process/env.ts',
  'packages/service-kit/src/process/chain-env.ts',
  ...PROCESSES.map(({ env }) => env),
];

/** Settings that docker-compose.yml sets or takes from the folder of secrets. */
const INSIDE =
  /^(PORT|HOST|METRICS_PORT|JWKS_URL|SERVICE_\w+_URL|REMOTES_DIR|SHELL_DIR|DATABASE_URL|NATS_URL|DRAIN_SECONDS|KEYS_SECRET(_PREVIOUS)?|RELEASE_SECRET|SEAL_SECRET|PUSH_PRIVATE_KEY)$/;
/** Settings of the local stack only. */
const LOCAL = /^DEMO_/;

/** Values in .env.example for settings without a default. A required setting without a value must be filled in. */
const EXAMPLES = {
  PUBLIC_URL: 'https://touchline.example',
  FPL_URL: 'https://fantasy.premierleague.com/api',
  RPC_URL: 'https://worldchain-mainnet.g.alchemy.com/public,https://worldchain.drpc.org',
  PUBLIC_RPC_URL: 'https://worldchain-mainnet.g.alchemy.com/public',
};

const HEAD = `# Written from the env.ts of each service: node tools/architecture/settings.mjs --write
# Copy this file to .env. Settings without a value are required. Commented-out settings show their default.
# Secrets are kept in separate files: sh deploy/secrets.sh

# Prefix of the names of containers, networks and volumes.
COMPOSE_PROJECT_NAME=touchline
# Optional parts of the Compose stack, separated by commas. proxy: TLS with certificates of Let's Encrypt; without it the product
# is not reachable from outside. metrics: Prometheus and Grafana on ports 9090 and 3000 of this machine. traces: a collector and
# viewer for traces.
COMPOSE_PROFILES=proxy
# Tag of the images, which docker compose build creates.
#TOUCHLINE_VERSION=latest
# Base image, with Node 22 or 24.
#NODE_IMAGE=node:24-slim
# Number of processes of each service and of the gateway. With one, an upgrade is an outage.
#REPLICAS=2
# Ports of the proxy, with an address to listen on a single interface.
#PROXY_HTTP=0.0.0.0:80
#PROXY_HTTPS=0.0.0.0:443
# Address that the proxy serves, if it is not PUBLIC_URL. Behind another TLS proxy use http://, with PROXY_HTTP=127.0.0.1:4800,
# PROXY_HTTPS=127.0.0.1:4843 and TRUSTED_PROXIES=2.
#PROXY_SITE=
`;

const processes = await Promise.all(
  PROCESSES.map(async ({ name, env, schema }) => {
    const built = env.replace('/src/', '/dist/').replace('.ts', '.js');
    const module = await import(join(ROOT, built));
    return { name, shape: module[schema] };
  }),
);
const meanings = new Map();
for (const source of SOURCES) {
  for (const [, comment, name] of read(source).matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\n\s*([A-Z][A-Z_]+):/g,
  ))
    if (!meanings.has(name)) meanings.set(name, comment.replace(/\s*\n\s*\*\s*/g, ' ').trim());
}

const settings = new Map();
for (const { name: process, shape } of processes) {
  const { properties, required = [] } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  for (const [name, { default: start }] of Object.entries(properties)) {
    const known = settings.get(name);
    if (known) known.readers.push(process);
    else settings.set(name, { name, start, isRequired: required.includes(name), readers: [process] });
  }
}
// On one machine the gateway uses an address of RPC_URL; a deployment must set a separate one.
settings.get('PUBLIC_RPC_URL').isRequired = true;
settings.get('ADMIN_WALLETS').isRequired = true;
settings.get('TRUSTED_PROXIES').start = '1';

const problems = [];
const given = [...settings.values()].filter(({ name }) => !LOCAL.test(name));
for (const { name } of given) if (!meanings.has(name)) problems.push(`${name} has no comment in an env.ts`);
const compose = read('docker-compose.yml');
for (const { name } of given)
  if (INSIDE.test(name) && !new RegExp(`^ +${name}(_FILE)?:`, 'm').test(compose))
    problems.push(`docker-compose.yml does not set ${name}`);
for (const [, name] of compose.matchAll(/\$\{(\w+)/g))
  if (!settings.has(name) && !HEAD.includes(`${name}=`)) problems.push(`.env.example does not name ${name}`);

const text = `${HEAD}\n${given
  .filter(({ name }) => !INSIDE.test(name))
  .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
  .map(lines)
  .join('\n')}`;
const FILE = join(ROOT, '.env.example');
if (process.argv.includes('--write')) writeFileSync(FILE, text);
else if (read('.env.example') !== text)
  problems.push(
    '.env.example differs from the env.ts files; run node tools/architecture/settings.mjs --write',
  );
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function lines({ name, start, isRequired, readers }) {
  const meaning = `${meanings.get(name) ?? ''} (${readers.length === PROCESSES.length ? 'all' : readers.join(', ')})`;
  const value = EXAMPLES[name] ?? (start === undefined ? '' : String(start));
  return `${wrapComment(meaning)}\n${isRequired ? '' : '#'}${name}=${value}\n`;
}

/** Wraps a text into comment lines. */
function wrapComment(meaning) {
  const rows = [''];
  for (const word of meaning.split(' ')) {
    if (`${rows.at(-1)} ${word}`.length > 116) rows.push('');
    rows.push(`${rows.pop()} ${word}`.replace(/^ /, ''));
  }
  return rows.map((row) => `# ${row}`).join('\n');
}
