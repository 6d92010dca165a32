import { join } from 'node:path';
import { compile } from './build.mjs';
import { missingFromLock } from './lock-file.mjs';
import { ROOT, runNode, say } from './project.mjs';

const bin = (path) => join(ROOT, 'node_modules', path);

/** The checks of `npm run check`. Each returns an exit code and passes its output to `onText`. */
const CHECKS = [
  { name: 'types (tsc -b)', run: compile },
  {
    name: 'architecture: packages, layers, cycles',
    run: (options) => architecture('dependencies.mjs', options, '.dependency-cruiser.mjs'),
  },
  {
    name: 'architecture: imports of tests',
    run: (options) => architecture('dependencies.mjs', options, '.dependency-cruiser.tests.mjs'),
  },
  { name: 'format, lint and sizes (biome)', run: lint },
  { name: 'unused code (knip)', run: (options) => runNode(bin('knip/bin/knip.js'), [], options) },
  {
    name: 'cited requirements, rules, pages and paths exist',
    run: (options) => architecture('citations.mjs', options),
  },
  { name: 'READMEs name the modules', run: (options) => architecture('readmes.mjs', options) },
  { name: 'every requirement has its test', run: (options) => architecture('requirements.mjs', options) },
  { name: 'every alert has its runbook section', run: (options) => architecture('alerts.mjs', options) },
  { name: 'every setting is in .env.example', run: (options) => architecture('settings.mjs', options) },
  { name: 'docs/openapi.json describes the API', run: (options) => architecture('openapi.mjs', options) },
  {
    name: 'Kubernetes manifests match docker-compose.yml',
    run: (options) => architecture('kubernetes.mjs', options),
  },
  { name: 'prose and commit subjects', run: (options) => architecture('prose.mjs', options) },
  {
    name: 'API reports, versions and changelogs of packages',
    run: (options) => architecture('api-reports.mjs', options),
  },
  { name: 'package-lock.json describes every platform', run: lockIsComplete },
];
const PARALLEL = 2;

/** Runs all checks, two at a time, and prints the output of each when it ends. */
export async function runChecks() {
  const waiting = [...CHECKS];
  const failed = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      let output = '';
      const onText = (text) => (output += text);
      const code = await check.run({ quiet: true, onText });
      say(`check: ${check.name}`);
      process.stdout.write(output);
      if (code !== 0) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { passed: CHECKS.length - failed.length, failed };
}

function lint(options) {
  const color = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`;
  const args = ['ci', color, '--diagnostic-level=warn', '--error-on-warnings', '.'];
  return runNode(bin('@biomejs/biome/bin/biome'), args, options);
}

/** Runs a program of tools/architecture. */
const architecture = (file, options, ...args) =>
  runNode(join(ROOT, 'tools/architecture', file), args, options);

function lockIsComplete({ onText }) {
  const missing = missingFromLock();
  for (const { name } of missing) onText(`not described: ${name}\n`);
  if (missing.length > 0) onText('run: node tools/local-stack/bin/complete-lock.mjs\n');
  return missing.length > 0 ? 1 : 0;
}
