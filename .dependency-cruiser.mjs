// Architecture rules for product code: imports between packages, layers inside them, no cycles.
// The rules for tests are in .dependency-cruiser.tests.mjs. `npm run check` runs both.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruiseOptions } from './tools/architecture/cruise-options.mjs';
import { layerRules, readLayers } from './tools/architecture/layers.mjs';
import { sourceRules } from './tools/architecture/package-boundaries.mjs';
import { packageFolders } from './tools/architecture/packages.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const packages = packageFolders(root);

export default {
  forbidden: [
    {
      name: 'no cycle of files',
      severity: 'error',
      comment: 'Move the shared definition (often a type) to a separate file below the two.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no cycle of folders',
      severity: 'error',
      scope: 'folder',
      comment: 'Folders form layers: move the shared definition down, or the file that uses both up.',
      from: {},
      to: { circular: true },
    },
    ...sourceRules(packages),
    ...layerRules(readLayers(root, packages)),
  ],
  options: { ...cruiseOptions, exclude: { path: '(^|/)dist/|/src/testing/|\\.(test|spec)\\.tsx?$' } },
};
