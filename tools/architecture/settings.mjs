// Every setting that a service reads stands in .env.example once, with its meaning, from the schemas and comments of the env.ts
// files; or docker-compose.yml sets it.
// node tools/architecture/settings.mjs [--write]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** Who reads which schema; the first that says what a setting means wins. */
const PROCESSES = [
  { name: 'fpl-relay', folder: 'services/fpl-relay', schema: 'relayEnv' },
  { name: 'games', folder: 'services/games', schema: 'gamesEnv' },
  { name: 'staking', folder: 'services/staking', schema: 'stakingEnv' },
  { name: 'admin', folder: 'packages/service-kit', schema: 'serviceEnv' },
  { name: 'gateway', folder: 'gateway', schema: 'gatewayEnv' },
];
const SOURCES = [
  'packages/service-kit/src/env.ts',
  'packages/service-kit/src/chain-env.ts',
  ...PROCESSES.map(({ folder }) => `${folder}/src/env.ts`),
];

/** What the composition itself decides, or takes from the folder of secrets. */
const INSIDE =
  /^(PORT|HOST|METRICS_PORT|JWKS_URL|SERVICE_\w+_URL|REMOTES_DIR|SHELL_DIR|DATABASE_URL|NATS_URL|DRAIN_SECONDS|KEYS_SECRET(_PREVIOUS)?|RELEASE_SECRET)$/;
/** What only the platform on one machine sets. */
const LOCAL = /^DEMO_/;

/** What stands behind the name in .env.example when the schema has no default; without a value it must be filled in. */
const EXAMPLES = {
  PUBLIC_URL: 'https://touchline.example',
  FPL_URL: 'https://fantasy.premierleague.com/api',
  RPC_URL: 'https://worldchain-mainnet.g.alchemy.com/public,https://worldchain.drpc.org',
  PUBLIC_RPC_URL: 'https://worldchain-mainnet.g.alchemy.com/public',
};

const HEAD = `# Written from the env.ts of each service: node tools/architecture/settings.mjs --write
# Copy it to .env. What has no value must be filled in; behind a # stands what holds unless you say otherwise.
# Secrets are not here but in files: sh deploy/secrets.sh

# The name of the composition: its containers, networks and volumes begin with it.
COMPOSE_PROJECT_NAME=touchline
# proxy: the proxy that ends TLS, with certificates of Let's Encrypt; without it nothing is reachable from outside. metrics:
# Prometheus and Grafana, on ports 9090 and 3000 of this machine alone; proxy,metrics: both.
COMPOSE_PROFILES=proxy
# Which release runs: the tag of its images.
#TOUCHLINE_VERSION=latest
# What the images are built on: Node 22 or 24.
#NODE_IMAGE=node:24-slim
# How many there are of each service and of the gateway; with one of each an upgrade is an outage.
#REPLICAS=2
# The proxy's ports, with an address if they are not for everybody.
#PROXY_HTTP=80
#PROXY_HTTPS=443
# What the proxy answers to, if it is not PUBLIC_URL. Behind a TLS proxy of your own: http://, with PROXY_HTTP=127.0.0.1:4800
# and TRUSTED_PROXIES=2.
#PROXY_SITE=
`;

const processes = await Promise.all(
  PROCESSES.map(async ({ name, folder, schema }) => {
    const module = await import(join(ROOT, folder, 'dist/env.js'));
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
// The gateway takes one of RPC_URL on one machine only.
settings.get('PUBLIC_RPC_URL').isRequired = true;
settings.get('ADMIN_WALLETS').isRequired = true;
settings.get('TRUSTED_PROXIES').start = '1';

const faults = [];
const given = [...settings.values()].filter(({ name }) => !LOCAL.test(name));
for (const { name } of given) if (!meanings.has(name)) faults.push(`${name} has no comment in an env.ts`);
const compose = read('docker-compose.yml');
for (const { name } of given)
  if (INSIDE.test(name) && !new RegExp(`^ +${name}(_FILE)?:`, 'm').test(compose))
    faults.push(`docker-compose.yml does not set ${name}`);
for (const [, name] of compose.matchAll(/\$\{(\w+)/g))
  if (!settings.has(name) && !HEAD.includes(`${name}=`)) faults.push(`.env.example does not name ${name}`);

const text = `${HEAD}\n${given
  .filter(({ name }) => !INSIDE.test(name))
  .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
  .map(lines)
  .join('\n')}`;
const FILE = join(ROOT, '.env.example');
if (process.argv.includes('--write')) writeFileSync(FILE, text);
else if (read('.env.example') !== text)
  faults.push('.env.example is not what the env.ts files say: node tools/architecture/settings.mjs --write');
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function lines({ name, start, isRequired, readers }) {
  const meaning = `${meanings.get(name) ?? ''} (${readers.length === PROCESSES.length ? 'all' : readers.join(', ')})`;
  const value = EXAMPLES[name] ?? (start === undefined ? '' : String(start));
  return `${wrapped(meaning)}\n${isRequired ? '' : '#'}${name}=${value}\n`;
}

/** The text as lines of a comment. */
function wrapped(meaning) {
  const rows = [''];
  for (const word of meaning.split(' ')) {
    if (`${rows.at(-1)} ${word}`.length > 116) rows.push('');
    rows.push(`${rows.pop()} ${word}`.replace(/^ /, ''));
  }
  return rows.map((row) => `# ${row}`).join('\n');
}
