#!/usr/bin/env node
// npm run check: types, format, lint, architecture rules, unused code and prose.
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';

main(async () => {
  await ensureInstalled();
  const { passed, failed } = await runChecks();
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length > 0 ? 1 : 0;
});
