#!/usr/bin/env node
// The README of a package names each of its folders, and its table of modules names no others. A table "Highest layer first" has the
// order of the layers in package.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from './packages.mjs';

/** Folders that mean the same in every package. */
const CONVENTIONAL = new Set(['testing', 'migrations', 'dist', 'node_modules']);
/** The rows of a table whose first column is the module. */
const MODULE_TABLE = /^\| module .*\n\|[ -|]+\n((?:\|.*\n)+)/gm;

/** Differences between READMEs and folders of packages that declare layers, as "file: description". */
export function readmeProblems(root) {
  return packageFolders(root).flatMap((folder) => {
    const { layers } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const readme = join(folder, 'README.md');
    if (!Array.isArray(layers) || !existsSync(join(root, readme))) return [];
    const text = readFileSync(join(root, readme), 'utf8');
    return [...findDifferences(root, folder, text), ...findMisplaced(layers, text)].map(
      (problem) => `${readme}: ${problem}`,
    );
  });
}

function findDifferences(root, folder, text) {
  const source = existsSync(join(root, folder, 'src')) ? join(folder, 'src') : folder;
  const entries = readdirSync(join(root, source), { withFileTypes: true });
  const names = new Set(
    [...entries.map(({ name }) => name), ...readdirSync(join(root, folder))].map(withoutExtension),
  );
  const folders = entries.filter((entry) => entry.isDirectory() && !CONVENTIONAL.has(entry.name));
  const quoted = new Set(listQuoted(text).flatMap((path) => path.split('/')));
  const listed = listModules(text);
  return [
    ...folders.filter(({ name }) => !quoted.has(name)).map(({ name }) => `does not name ${source}/${name}`),
    ...listed.filter((name) => !names.has(name)).map((name) => `names ${name}, which is not in ${source}`),
  ];
}

/** Finds modules that are listed below one of a lower layer. */
function findMisplaced(layers, text) {
  if (!text.includes('Highest layer first')) return [];
  const getLayer = (name) => layers.findIndex((layer) => layer.includes(name));
  const listed = listModules(text).filter((name) => !CONVENTIONAL.has(name));
  return listed
    .filter((name, index) => index > 0 && getLayer(name) < getLayer(listed[index - 1]))
    .map((name) => `lists ${name} below a lower layer`);
}

/** Lists the modules of a README's tables. */
const listModules = (text) =>
  [...text.matchAll(MODULE_TABLE)]
    .flatMap(([, lines]) => lines.trim().split('\n'))
    .flatMap((row) => listQuoted(row.split('|')[1]))
    .map((path) => withoutExtension(path.split('/')[0]));

const withoutExtension = (name) => name.replace(/\..*$/, '');

const listQuoted = (text) => [...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = readmeProblems(fileURLToPath(new URL('../..', import.meta.url)));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
