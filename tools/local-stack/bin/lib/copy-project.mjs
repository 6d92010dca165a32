import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies the sources, builds and installed packages of a project; packages as hard links, because they do not change. */
export function copyProject(from, to) {
  const git = (...args) => execFileSync('git', args, { cwd: from, encoding: 'utf8', maxBuffer: 1e8 });
  const sources = git('ls-files', '--cached', '--others', '--exclude-standard').split('\n').filter(Boolean);
  for (const file of sources) if (existsSync(join(from, file))) cpSync(join(from, file), join(to, file));
  const packages = sources.filter((file) => file.endsWith('package.json')).map((file) => dirname(file));
  for (const folder of packages) {
    const [dist, modules] = [join(folder, 'dist'), join(folder, 'node_modules')];
    if (existsSync(join(from, dist)))
      cpSync(join(from, dist), join(to, dist), { recursive: true, preserveTimestamps: true });
    if (existsSync(join(from, modules))) execFileSync('cp', ['-al', join(from, modules), join(to, modules)]);
  }
}
