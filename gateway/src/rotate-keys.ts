import { toInstant } from '@touchline/api/values';
import { openDatabase } from '@touchline/service-kit/data/database';
import { readEnv } from '@touchline/service-kit/process/env';
import { gatewayEnv } from './env.ts';
import { replaceKeys, rotateKeys } from './keys/rotation.ts';
import { createWrapping } from './keys/wrapping.ts';

/** Command that rotates the signing key (docs/operations/keys.md). Running gateways load the new key within seconds. */

const [mode, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (mode !== undefined && mode !== '--now')) {
  process.stderr.write('Usage: node gateway/dist/rotate-keys.js [--now]\n');
  process.exit(2);
}
const env = readEnv(gatewayEnv.pick({ DATABASE_URL: true, KEYS_SECRET: true }));
const db = openDatabase(env.DATABASE_URL, 'gateway', { connections: 1 });
try {
  const wrapping = createWrapping({ current: env.KEYS_SECRET });
  if (mode === '--now') {
    await replaceKeys(db, wrapping, Date.now());
    process.stdout.write(
      'A new key signs now. Services reject all tokens of previous keys within two minutes.\n',
    );
  } else {
    const from = await rotateKeys(db, wrapping, Date.now());
    process.stdout.write(
      `A new key signs from ${toInstant(from)}; tokens of previous keys remain valid until they expire.\n`,
    );
  }
} finally {
  await db.destroy();
}
