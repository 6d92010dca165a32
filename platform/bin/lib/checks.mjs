import { join } from 'node:path';
import { packageFolders } from '../../../checks/laws/packages.mjs';
import { compile } from './build.mjs';
import { missingFromLock } from './lock-file.mjs';
import { ROOT, runNode, say } from './project.mjs';

const bin = (path) => join(ROOT, 'node_modules', path);

/** What `npm run check` looks at, in this order; each answers an exit code. */
const CHECKS = [
  { name: 'types (tsc -b)', run: compile },
  {
    name: 'format, lint and sizes (biome)',
    run: () =>
      runNode(bin('@biomejs/biome/bin/biome'), [
        'ci',
        `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
        '--diagnostic-level=warn',
        '--error-on-warnings',
        '.',
      ]),
  },
  { name: 'laws of the house: packages, floors, circles', run: () => cruise('.dependency-cruiser.mjs') },
  { name: 'laws of the house, for tests', run: () => cruise('.dependency-cruiser.tests.mjs') },
  { name: 'package-lock.json describes every platform', run: lockIsComplete },
  { name: 'unused code (knip)', run: () => runNode(bin('knip/bin/knip.js'), []) },
];

/** Runs all checks, whatever one of them finds. */
export async function runChecks() {
  const failed = [];
  for (const check of CHECKS) {
    say(`check: ${check.name}`);
    if ((await check.run()) !== 0) failed.push(check.name);
  }
  return { passed: CHECKS.length - failed.length, failed };
}

/** Holds the imports of all workspaces against one of the two law books. */
function cruise(config) {
  const options = ['--config', config, '--output-type', 'err-long', '--no-cache'];
  return runNode(bin('dependency-cruiser/bin/dependency-cruise.mjs'), [...options, ...packageFolders(ROOT)]);
}

function lockIsComplete() {
  const missing = missingFromLock();
  for (const { name } of missing) console.log(`not described: ${name}`);
  if (missing.length > 0) console.log('way out: node platform/bin/complete-lock.mjs');
  return missing.length > 0 ? 1 : 0;
}
