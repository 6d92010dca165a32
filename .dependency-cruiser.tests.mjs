// The laws for tests: what they may import of other packages, and that no product code imports them.
import { cruiseOptions } from './checks/laws/cruise-options.mjs';
import { testRules } from './checks/laws/package-law.mjs';

export default {
  forbidden: testRules(),
  options: { ...cruiseOptions, exclude: { path: '(^|/)dist/' } },
};
