import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { openDatabase } from '@touchline/service-kit/data/database';
import { type Migration, migrate } from '@touchline/service-kit/data/migrations';
import { expect, test } from 'vitest';
import { dumpSchema } from './dump-schema.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Folders of the services that have a schema. */
const SERVICES = {
  admin: 'services/admin',
  'fpl-relay': 'services/fpl-relay',
  games: 'services/games',
  gateway: 'gateway',
  staking: 'services/staking',
};

const HEADER = `-- The schema of each service, as its migrations create it. Generated: do not edit.
-- To update it: npx vitest run tools/architecture/schema.test.ts -u
-- The meaning of columns is described where they are created: migrations.ts of the service and the files that it imports.
`;

async function describeSchema(service: string, folder: string): Promise<string> {
  const database = await createTestDatabase(service);
  const schema = service.replaceAll('-', '_');
  const db = openDatabase(database.url, schema);
  try {
    const module: { migrations: readonly Migration[] } = await import(
      join(ROOT, folder, 'src/migrations.ts')
    );
    await migrate(db, module.migrations);
    return `-- ${service}\n\n${await dumpSchema(db, schema)}\n`;
  } finally {
    await db.destroy();
    await database.drop();
  }
}

test('docs/schema.sql describes the schemas that the migrations create', async () => {
  const schemas: string[] = [];
  for (const [service, folder] of Object.entries(SERVICES))
    schemas.push(await describeSchema(service, folder));
  await expect([HEADER, ...schemas].join('\n')).toMatchFileSnapshot(join(ROOT, 'docs/schema.sql'));
});
