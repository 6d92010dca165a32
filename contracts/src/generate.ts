/** Writes the checked-in modules abi.ts and bytecode.ts from the contract: `npm run generate -w contracts`. */
import { writeFileSync } from 'node:fs';
import { compileFootball } from './compile.ts';

const NOTE =
  '// Generated from contracts/src/Football.sol by `npm run generate -w contracts`. A test checks that it is up to date.\n';

const { abi, bytecode } = compileFootball();
write(
  'abi.ts',
  `/** The interface of the FOOTBALL token. */\nexport const footballAbi = ${JSON.stringify(abi, null, 2)} as const;\n`,
);
write(
  'bytecode.ts',
  `/** Creation code of the FOOTBALL token; its constructor takes the initial supply in wei. */\nexport const footballBytecode =\n  '${bytecode}' as const;\n`,
);

function write(name: string, text: string) {
  writeFileSync(new URL(`../src/${name}`, import.meta.url), NOTE + text);
}
