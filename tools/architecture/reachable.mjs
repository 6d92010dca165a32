import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { packageFolders } from './packages.mjs';

/**
 * @typedef {object} Path Entry points of a path through the code, as `file#name`.
 * @property {string[]} from
 * @property {string[]} [without] definitions that this path does not run
 *
 * @typedef {object} Definition A top-level definition, with the names in it that are values.
 * @property {Set<string>} names
 * @property {[number, number]} lines
 */

/**
 * Creates the function that finds the definitions which a path runs: every top-level definition that is reachable by name from its
 * entry points. Types, which do not run, and the insides of dependencies do not count. What a caller receives as an argument is
 * not reachable by name, so the entry points name each implementation.
 * @param {string} root
 * @returns {(path: Path) => { files: Map<string, string[]>, lines: number }} the names of the definitions by file, and the number
 *   of their lines
 */
export function createReachable(root) {
  const readFile = createReader(root);
  return ({ from, without = [] }) => {
    const files = new Map();
    const lines = new Set();
    const seen = new Set(without);
    const waiting = from.map((place) => ({ place, isEntry: true }));
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next.place)) continue;
      seen.add(next.place);
      const [file, name] = next.place.split('#');
      const { definitions, imports } = readFile(file);
      const definition = definitions.get(name);
      if (!definition) {
        if (next.isEntry) throw new Error(`${next.place} does not exist`);
        if (imports.has(name)) waiting.push({ place: imports.get(name) }); // exported again
        continue;
      }
      files.set(file, [...(files.get(file) ?? []), name]);
      for (let line = definition.lines[0]; line <= definition.lines[1]; line++) lines.add(`${file}:${line}`);
      for (const used of definition.names) {
        if (definitions.has(used)) waiting.push({ place: `${file}#${used}` });
        else if (imports.has(used)) waiting.push({ place: imports.get(used) });
      }
    }
    return { files, lines: lines.size };
  };
}

/** Creates the cached reader of the definitions and imports of a file. */
function createReader(root) {
  const packages = readPackages(root);
  const files = new Map();
  return (file) => {
    if (!files.has(file)) files.set(file, parse(root, packages, file));
    return files.get(file);
  };
}

function parse(root, packages, file) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Map<string, Definition>} */
  const definitions = new Map();
  const imports = new Map();
  for (const statement of source.statements) {
    const clause = statement.importClause?.namedBindings ?? statement.exportClause;
    if (statement.moduleSpecifier) {
      const target = resolve(root, packages, file, statement.moduleSpecifier.text);
      for (const { name, propertyName } of (target && clause?.elements) || [])
        imports.set(name.text, `${target}#${(propertyName ?? name).text}`);
    } else if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) {
      const lines = [statement.getStart(), statement.end].map(
        (position) => source.getLineAndCharacterOfPosition(position).line,
      );
      for (const name of namesOf(statement))
        definitions.set(name, { names: valuesIn(statement, name), lines });
    }
  }
  return { definitions, imports };
}

/** The names that a statement defines. */
function namesOf(statement) {
  if (statement.name) return [statement.name.text];
  const bindings = statement.declarationList?.declarations.map(({ name }) => name) ?? [];
  return bindings.flatMap((name) => name.text ?? name.elements.map((element) => element.name?.text));
}

/** The identifiers in a node that are neither types nor names of properties. */
function valuesIn(node, own) {
  const names = new Set();
  const visit = (child, parent) => {
    if (ts.isTypeNode(child) && !ts.isExpressionWithTypeArguments(child)) return;
    const isLabel = parent?.name === child && !ts.isShorthandPropertyAssignment(parent);
    if (ts.isIdentifier(child) && !isLabel && parent?.propertyName !== child) names.add(child.text);
    ts.forEachChild(child, (grandchild) => visit(grandchild, child));
  };
  visit(node);
  names.delete(own);
  return names;
}

/** The folder and exports of each package, by name. */
function readPackages(root) {
  const manifests = packageFolders(root).map((folder) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return [name, { folder, exports }];
  });
  return new Map(manifests);
}

/** The source file of an import; undefined for one from outside the workspace. */
function resolve(root, packages, from, specifier) {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const [scope, name, ...path] = specifier.split('/');
  const found = packages.get(`${scope}/${name}`);
  const target = found?.exports[`./${path.join('/')}`] ?? found?.exports['./*'];
  const file = target && join(found.folder, target.source.replace('*', path.join('/')));
  return file && existsSync(join(root, file)) ? file : undefined;
}
