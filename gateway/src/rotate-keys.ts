import { openDatabase } from '@touchline/service-kit/database';
import { readEnv, serviceEnv } from '@touchline/service-kit/env';
import { keyVariables } from './env.ts';
import { replaceKeys, rotateKeys } from './keys/rotation.ts';
import { createWrapping } from './keys/wrapping.ts';

/** The command that operators rotate the signing key with: docs/operations/keys.md. Running gateways follow within seconds. */

const [how, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (how !== undefined && how !== '--now')) {
  process.stderr.write('Usage: node gateway/dist/rotate-keys.js [--now]\n');
  process.exit(2);
}
const env = readEnv(serviceEnv.pick({ DATABASE_URL: true }).extend(keyVariables));
const db = openDatabase(env.DATABASE_URL, 'gateway', { connections: 1 });
try {
  const wrapping = createWrapping({ current: env.KEYS_SECRET });
  if (how === '--now') {
    await replaceKeys(db, wrapping, Date.now());
    process.stdout.write(
      'A new key signs now. Services refuse all tokens of the former keys within two minutes.\n',
    );
  } else {
    const from = await rotateKeys(db, wrapping, Date.now());
    process.stdout.write(
      `A new key signs from ${new Date(from).toISOString()}; tokens of the former stay valid until they expire.\n`,
    );
  }
} finally {
  await db.destroy();
}
