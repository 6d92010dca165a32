import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of code files that are no module: tests, declarations, and configuration of a build or a test runner. */
const NO_MODULE = /\.(test|spec)\.tsx?$|\.d\.m?ts$|\.config\.ts$/;
const CODE = /\.(tsx?|m[jt]s)$/;
const NO_CODE = new Set(['dist', 'node_modules', 'tests', 'scenarios']);

/**
 * The layers of every package: `"layers"` in its package.json lists its modules, top layer first. A module may import modules of
 * lower layers only. Modules are the folders and files directly under src/, or directly in the folder of a package without src/.
 * `bin` stands for the commands in bin/, of which none imports another, and `bin/NAME` for a folder in it. A package without
 * folders may be `"flat"` instead: its files may import each other, without cycles.
 * @param {string} root the project's root
 * @param {readonly string[]} packages folders of packages, relative to the root
 * @returns {{ folder: string, layers: string[][] }[]}
 * @throws Error naming a module without a layer, a layer without its module, or a flat package with folders
 */
export function readLayers(root, packages) {
  return packages.map((folder) => {
    const { layers } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    if (!layers)
      throw new Error(
        `${folder}/package.json declares no "layers": list the modules of ${sources(root, folder)}, top layer first.`,
      );
    if (layers === 'flat') return readFlat(root, folder);
    const modules = readModules(root, folder);
    const declared = new Set(layers.flat());
    for (const module of modules.keys()) {
      if (!declared.has(module))
        throw new Error(
          `${folder}/${modules.get(module)} is in no layer: add ${module} to "layers" in ${folder}/package.json.`,
        );
    }
    for (const module of declared) {
      if (!modules.has(module))
        throw new Error(
          `${folder}/package.json has a layer for ${module}, which is not in ${sources(root, folder)}.`,
        );
    }
    return {
      folder,
      layers: layers.map((names) => names.map((name) => toPattern(name, modules.get(name)))),
    };
  });
}

/** The folder of a package that contains its modules. */
const sources = (root, folder) => (existsSync(join(root, folder, 'src')) ? 'src/' : `${folder}/`);

/** Reads the modules of a package: name in "layers" to path in the package. */
function readModules(root, folder) {
  const prefix = sources(root, folder) === 'src/' ? 'src/' : '';
  const modules = new Map();
  for (const name of moduleNames(join(root, folder, prefix))) {
    if (prefix === '' && name === 'bin') continue;
    modules.set(name, prefix + name);
  }
  const bin = join(root, folder, 'bin');
  if (!existsSync(bin)) return modules;
  modules.set('bin', 'bin');
  for (const entry of readdirSync(bin, { withFileTypes: true }))
    if (entry.isDirectory()) modules.set(`bin/${entry.name}`, `bin/${entry.name}`);
  return modules;
}

/** Names of the modules in a folder, without endings: a file and a folder with the same name are one module. */
function moduleNames(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() ? holdsCode(join(folder, entry.name)) : isModule(entry.name)))
    .map(({ name }) => name.replace(CODE, ''));
  return new Set(names);
}

const isModule = (name) => CODE.test(name) && !NO_MODULE.test(name);

function holdsCode(folder) {
  if (NO_CODE.has(folder.split('/').at(-1))) return false;
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory() ? holdsCode(join(folder, entry.name)) : CODE.test(entry.name),
  );
}

/** @throws Error for folders except testing/ */
function readFlat(root, folder) {
  const module = [...readModules(root, folder).values()].find(
    (path) => !/(^|\/)testing$/.test(path) && existsSync(join(root, folder, path)),
  );
  if (module)
    throw new Error(
      `${folder}/${module} is a folder, so ${folder} is not flat: list its modules in "layers", top layer first.`,
    );
  return { folder, layers: [] };
}

/** Builds the expression of a module's path without its ending. */
const toPattern = (name, path) => (name === 'bin' ? 'bin/[\\w-]+(?=\\.)' : path.replaceAll('.', '\\.'));

/** Rules of dependency-cruiser that enforce the layers. */
export function layerRules(packages) {
  return packages.flatMap(({ folder, layers }) =>
    layers.map((modules, index) => ({
      name: `layer ${layers.length - index} of ${folder}`,
      severity: 'error',
      comment: `This layer may import lower layers of ${folder} only: move the shared definition down, or its use up (layers are listed in package.json, top first).`,
      from: { path: inModules(folder, modules), pathNot: TEST },
      to: {
        path: inModules(folder, layers.slice(0, index + 1).flat()),
        pathNot: `^${folder}/$1[./]`,
      },
    })),
  );
}

const TEST = '\\.test\\.tsx?$';

const inModules = (folder, modules) => `^${folder}/(${modules.join('|')})(?:/|\\.tsx?$|\\.m[jt]s$)`;
