import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATHS } from './paths.mjs';
import { createReachable } from './reachable.mjs';

const root = mkdtempSync(join(tmpdir(), 'touchline-paths-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FILES = {
  'package.json': JSON.stringify({ workspaces: ['kit', 'app'] }),
  'kit/package.json': JSON.stringify({
    name: '@touchline/kit',
    exports: { './*': { source: './src/*.ts' } },
  }),
  'kit/src/log.ts': 'export const log = (text: string) => console.log(text);\nexport const unused = 1;\n',
  'app/package.json': JSON.stringify({ name: '@touchline/app' }),
  'app/join.ts': `import { log as write } from '@touchline/kit/log';
import { Seat, type Game } from './seat.ts';
import { pay } from './pay.ts';
const FREE = 0;
export function join(game: Game) {
  if (game.pay === FREE) return pay(game);
  write(helper(game));
}
function helper({ seats: Seats }: Game): string {
  return String(Seats);
}
export const reserve = () => new Seat();
`,
  'app/seat.ts': 'export class Seat {}\nexport interface Game { pay: number; seats: Seat[] }\n',
  'app/pay.ts': "import { Seat } from './seat.ts';\nexport const pay = (_: unknown) => new Seat();\n",
};

beforeAll(() => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});

describe('the definitions that a path runs', () => {
  const find = (from: string[], without: string[] = []) =>
    Object.fromEntries(
      [...createReachable(root)({ from, without }).files].map(([file, names]) => [file, [...names].sort()]),
    );

  it('definitions are reachable by name, through packages and renamed imports; types and properties are not', () => {
    expect(find(['app/join.ts#join'], ['app/pay.ts#pay'])).toEqual({
      'app/join.ts': ['FREE', 'helper', 'join'],
      'kit/src/log.ts': ['log'],
    });
    expect(find(['app/join.ts#reserve'])).toEqual({ 'app/join.ts': ['reserve'], 'app/seat.ts': ['Seat'] });
  });

  it('reachable definitions are counted with their lines', () => {
    expect(createReachable(root)({ from: ['app/join.ts#join'] }).lines).toBe(11);
  });

  it('an entry point that does not exist is an error', () => {
    expect(() => find(['app/join.ts#leave'])).toThrow('app/join.ts#leave does not exist');
  });
});

it.each(Object.keys(PATHS))('the entry points of %s exist', (name) => {
  const find = createReachable(fileURLToPath(new URL('../..', import.meta.url)));
  expect(find(PATHS[name]!).files.size).toBeGreaterThan(20);
});
