// Architecture rules for tests: the packages that they may import, and that no product code imports them.
import { cruiseOptions } from './tools/architecture/cruise-options.mjs';
import { testRules } from './tools/architecture/package-boundaries.mjs';

export default {
  forbidden: testRules(),
  options: { ...cruiseOptions, exclude: { path: '(^|/)dist/' } },
};
