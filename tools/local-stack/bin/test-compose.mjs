#!/usr/bin/env node
// npm run test:compose [-- WORK]: runs docker-compose.yml in a private Docker Engine, from the documented launch to the restored
// backup, and stops everything it started. Needs root on Debian; installs Docker if it is missing. WORK (default
// /tmp/touchline-compose-check) keeps images and logs.
import { build } from './lib/build.mjs';
import { main } from './lib/main.mjs';
import { run } from './lib/project.mjs';

main(
  async () => {
    await build();
    return run('bash', ['deploy/check/compose-check.sh', ...process.argv.slice(2)]);
  },
  { accepts: 'words' },
);
