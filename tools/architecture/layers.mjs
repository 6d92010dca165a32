import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names that are no module: declarations and hidden files. */
const NO_MODULE = /\.d\.ts$|^\./;

/**
 * The layers of every package: `"layers"` in its package.json lists its modules (the folders and files directly under src/),
 * top layer first. A module may import modules of lower layers only. A package without folders may be `"flat"` instead: its
 * files may import each other, without cycles.
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
        `${folder}/package.json declares no "layers": list the modules of src/, top layer first.`,
      );
    const modules = new Set(
      readdirSync(join(root, folder, 'src'))
        .filter(isModule)
        .map(moduleName),
    );
    if (layers === 'flat') return readFlat(root, folder);
    const declared = new Set(layers.flat());
    for (const module of modules) {
      if (!declared.has(module))
        throw new Error(
          `${folder}/src/${module} is in no layer: add it to "layers" in ${folder}/package.json.`,
        );
    }
    for (const module of declared) {
      if (!modules.has(module))
        throw new Error(`${folder}/package.json has a layer for ${module}, which is not in src/.`);
    }
    return { folder, layers };
  });
}

/** @throws Error for folders except testing/ */
function readFlat(root, folder) {
  const entries = readdirSync(join(root, folder, 'src'), { withFileTypes: true });
  const module = entries.find((entry) => entry.isDirectory() && entry.name !== 'testing');
  if (module)
    throw new Error(
      `${folder}/src/${module.name} is a folder, so ${folder} is not flat: list its modules in "layers", top layer first.`,
    );
  return { folder, layers: [] };
}

const isModule = (name) => !NO_MODULE.test(name) && !/\.test\.tsx?$|\.css$|\.html$/.test(name);
const moduleName = (name) => name.replace(/\.(ts|tsx|mts|mjs)$/, '');

/** Whether this folder is a package with sources. */
export function hasSources(root, folder) {
  try {
    return (
      statSync(join(root, folder, 'src')).isDirectory() &&
      statSync(join(root, folder, 'package.json')).isFile()
    );
  } catch {
    return false;
  }
}

/** Rules of dependency-cruiser that enforce the layers. */
export function layerRules(packages) {
  return packages.flatMap(({ folder, layers }) =>
    layers.map((modules, index) => ({
      name: `layer ${layers.length - index} of ${folder}`,
      severity: 'error',
      comment: `${modules.join(', ')} may import lower layers of ${folder} only: move the shared definition down, or its use up (layers are listed in package.json, top first).`,
      from: { path: inModules(folder, modules), pathNot: TEST },
      to: {
        path: inModules(folder, layers.slice(0, index + 1).flat()),
        pathNot: `^${folder}/src/$1[./]`,
      },
    })),
  );
}

const TEST = '\\.test\\.tsx?$';

function inModules(folder, modules) {
  const names = modules.map((module) => module.replaceAll('.', '\\.')).join('|');
  return `^${folder}/src/(${names})(?:/|\\.tsx?$|\\.mts$)`;
}
