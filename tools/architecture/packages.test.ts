import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { TESTS } from './package-boundaries.mjs';
import { packageFolders } from './packages.mjs';
import { projectFiles } from './project-files.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The packages of this project that the product code of a package imports. */
function findImported(folder: string): string[] {
  const files = projectFiles(root, new RegExp(`^(?!.*${TESTS})${folder}/src/.*\\.tsx?$`));
  const modules = files.flatMap(({ text }) => ts.preProcessFile(text).importedFiles);
  return [...new Set(modules.flatMap(({ fileName }) => /^@touchline\/[^/]+/.exec(fileName)?.[0] ?? []))];
}

/** The names of the projects that a tsconfig.json references. */
const listReferences = (folder: string): string[] =>
  readJson(`${folder}/tsconfig.json`).references.map(
    ({ path }: { path: string }) => readJson(join(folder, path, 'package.json')).name,
  );

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

it('every package declares and references the packages of this project that it imports', () => {
  const missing = packageFolders(root).flatMap((folder: string) => {
    const { name, dependencies } = readJson(`${folder}/package.json`);
    const others = findImported(folder).filter((imported) => imported !== name);
    const undeclared = others.filter((imported) => !(imported in (dependencies ?? {})));
    const references = others.length > 0 ? listReferences(folder) : [];
    const unreferenced = others.filter((imported) => !references.includes(imported));
    return [
      ...undeclared.map((imported) => `${folder}/package.json lacks ${imported}`),
      ...unreferenced.map((imported) => `${folder}/tsconfig.json lacks ${imported}`),
    ];
  });
  expect(missing).toEqual([]);
});

it('docs/screens.md has a row for every route of a remote', () => {
  const remotes = projectFiles(root, /^mf-[^/]+\/remote\.json$/);
  const routes = remotes.flatMap(({ text }) =>
    JSON.parse(text).routes.map(({ path }: { path: string }) => path),
  );
  expect(routes).toContain('/leagues/:id');
  const withParameters = (text: string) => text.replace(/:\w+|\{\w+\}/g, '{}');
  const page = withParameters(readFileSync(join(root, 'docs/screens.md'), 'utf8'));
  expect(routes.filter((path) => !page.includes(`\`${withParameters(path)}\``))).toEqual([]);
});
