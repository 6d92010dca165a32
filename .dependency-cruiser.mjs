// The laws of the house for product code: which package may import which, floors inside them, no circles.
// Tests have the laws of .dependency-cruiser.tests.mjs. `npm run check` runs both.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruiseOptions } from './checks/laws/cruise-options.mjs';
import { floorRules, readFloors } from './checks/laws/floors.mjs';
import { sourceRules } from './checks/laws/package-law.mjs';
import { packageFolders } from './checks/laws/packages.mjs';

const root = dirname(fileURLToPath(import.meta.url));

export default {
  forbidden: [
    {
      name: 'no circle of files',
      severity: 'error',
      comment: 'Move what both need (often a type) to a file of its own, below the two.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no circle of folders',
      severity: 'error',
      scope: 'folder',
      comment: 'Folders form layers: move what both need down, or the file that uses both up.',
      from: {},
      to: { circular: true },
    },
    ...sourceRules(),
    ...floorRules(readFloors(root, packageFolders(root))),
  ],
  options: { ...cruiseOptions, exclude: { path: '(^|/)dist/|/src/testing/|\\.(test|spec)\\.tsx?$' } },
};
