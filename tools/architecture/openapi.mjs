#!/usr/bin/env node
// docs/openapi.json describes the endpoints of packages/api. --write updates it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenApiDocument } from '@touchline/api/openapi-document';

const FILE = join(import.meta.dirname, '../../docs/openapi.json');
const text = `${JSON.stringify(createOpenApiDocument(), null, 1)}\n`;
if (process.argv.includes('--write')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.log(
    'docs/openapi.json differs from packages/api; run npm run build, then node tools/architecture/openapi.mjs --write',
  );
  process.exitCode = 1;
}
