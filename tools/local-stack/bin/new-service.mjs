#!/usr/bin/env node
// npm run new-service -- NAME: creates a team service as docs/recipes/add-a-service.md describes.
//   --rights NAME  writes its rights on NATS again, after its package.json has changed
import { parseArgs } from 'node:util';
import { ensureCompiled } from './lib/build.mjs';
import { main } from './lib/main.mjs';
import { newService, writeRights } from './lib/new-service.mjs';
import { ROOT, runNode } from './lib/project.mjs';

main(
  async () => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { rights: { type: 'string' } },
    });
    await ensureCompiled('tools/local-stack');
    const { readTeamServiceManifest: read } = await import('@touchline/api/team-service-manifest');
    const { productionTeamUser: natsUser } = await import('../dist/dependencies/nats-rights.js');
    if (values.rights !== undefined) return writeRights(ROOT, { name: values.rights, natsUser, read });
    const [name = ''] = positionals;
    const folders = newService(ROOT, { name, natsUser, read });
    return runNode('node_modules/@biomejs/biome/bin/biome', ['format', '--write', ...folders], {
      quiet: true,
      onText: () => {},
    });
  },
  { accepts: 'anything' },
);
