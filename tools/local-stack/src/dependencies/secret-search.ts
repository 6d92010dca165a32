import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainAccount } from './accounts.ts';

/** Tokens, signatures, and what carries them. */
export const CREDENTIALS = [/eyJ[\w-]{10}/, /0x[0-9a-f]{130}/i, /touchline-(refresh|admin)/, /bearer /i];

/** The generated passwords of a copy of the product, and the keys of its wallets. */
export const secretsOf = (home: string, accounts: readonly ChainAccount[]): string[] => [
  ...Object.values<string>(JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'))),
  ...accounts.map(({ privateKey }) => privateKey.slice(2)),
];

interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** The files below a folder whose names match. */
export const filesBelow = (folder: string, names: RegExp): TextFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** Files that contain one of these texts. The result does not repeat the texts. */
export const filesWith = (files: readonly TextFile[], secrets: readonly (string | RegExp)[]): string[] =>
  files.filter(({ text }) => secrets.some((secret) => text.search(secret) >= 0)).map(({ name }) => name);
