/** Writes the checked-in modules abi.ts and bytecode.ts from the contracts: `npm run generate -w contracts`. */
import { writeFileSync } from 'node:fs';
import { compileFile } from './compile.ts';

const NOTE =
  '// Generated from contracts/src/*.sol by `npm run generate -w contracts`. A test checks that it is up to date.\n';

const football = compileFile('Football');
const worldcoin = compileFile('Worldcoin');
const prizeVault = compileFile('PrizeVault');

write('abi.ts', [
  '/** The interface of the FOOTBALL token, and of any other token of this package. */',
  `export const footballAbi = ${formatAbi(football.abi)} as const;`,
  '',
  '/** The interface of the prize vault. */',
  `export const prizeVaultAbi = ${formatAbi(prizeVault.abi)} as const;`,
]);
write('bytecode.ts', [
  '/** Creation code of the FOOTBALL token; its constructor takes the initial supply in wei. */',
  `export const footballBytecode = '${football.bytecode}' as const;`,
  '',
  '/** Creation code of the stand-in for WLD; its constructor takes the initial supply in wei. */',
  `export const worldcoinBytecode = '${worldcoin.bytecode}' as const;`,
  '',
  '/** Creation code of the prize vault; its constructor takes the owner and the delay of claims in seconds. */',
  `export const prizeVaultBytecode = '${prizeVault.bytecode}' as const;`,
]);

/** One line per item, so that a changed item is one line of a diff. */
function formatAbi(abi: readonly unknown[]) {
  return `[\n${abi.map((item) => `  ${JSON.stringify(item)},\n`).join('')}]`;
}

function write(name: string, lines: readonly string[]) {
  writeFileSync(new URL(`../src/${name}`, import.meta.url), `${NOTE}${lines.join('\n')}\n`);
}
