// node tools/architecture/dependencies.mjs CONFIGURATION: checks the imports of every package with dependency-cruiser.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageFolders } from './packages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const [configuration = '.dependency-cruiser.mjs'] = process.argv.slice(2);

const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
const options = ['--config', configuration, '--output-type', 'err-long', '--no-cache'];
const { status } = spawnSync(process.execPath, [program, ...options, ...packageFolders(root)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
