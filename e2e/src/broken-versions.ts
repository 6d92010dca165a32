import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CHANGES, type Change } from './variants.ts';

/** The file with the page of mf-staking, and the one that loads it. */
const PAGE_FILE = /__federation_expose_remote\.\w+\.js$/;
const ENTRY_FILE = /remoteEntry\.\w+\.js$/;

/** A version that the gateway takes, and that fails in every browser. */
export interface FailingVersion {
  readonly what: string;
  readonly change: Change;
  /** The code on the visitor's panel. */
  readonly code: RegExp;
  /** Change of its files after publication; `folder` holds them. */
  readonly spoil?: (folder: string) => void;
}

const fileOf = (folder: string, pattern: RegExp) =>
  join(folder, readdirSync(folder).find((path) => pattern.test(path)) ?? '');

export const FAILING: readonly FailingVersion[] = [
  { what: 'throws at load', change: CHANGES.throwsAtLoad, code: /REMOTE_BROKEN|RUNTIME-\d+/ },
  { what: 'throws at render', change: CHANGES.throwsAtRender, code: /REMOTE_CRASHED/ },
  { what: 'never loads', change: CHANGES.hangs, code: /REMOTE_TIMEOUT/ },
  { what: 'never shows anything', change: CHANGES.suspends, code: /REMOTE_BLANK/ },
  {
    what: 'needs another React and hides it',
    change: CHANGES.hiddenReact,
    code: /VERSION_MISMATCH \(needs react \^20\.0\.0, this page has 19/,
  },
  {
    what: 'needs a newer host interface and hides it',
    change: CHANGES.hiddenHost,
    code: /VERSION_MISMATCH \(needs @touchline\/host\/host \^1\.70\.0, this page has 1/,
  },
  {
    what: 'lost a chunk on disk',
    change: CHANGES.none,
    code: /REMOTE_BROKEN|RUNTIME-\d+/,
    spoil: (folder) => rmSync(fileOf(folder, PAGE_FILE)),
  },
  {
    what: 'has a chunk that was changed on disk',
    change: CHANGES.none,
    code: /REMOTE_BROKEN|RUNTIME-\d+/,
    spoil: (folder) => writeFileSync(fileOf(folder, PAGE_FILE), TAMPERED),
  },
  {
    what: 'has an entry that was changed on disk',
    change: CHANGES.none,
    code: /REMOTE_BROKEN|RUNTIME-\d+/,
    spoil: (folder) => writeFileSync(fileOf(folder, ENTRY_FILE), TAMPERED),
  },
];

/** A version that the gateway does not take, and why. */
export const REFUSED: readonly { what: string; change: Change; because: RegExp }[] = [
  { what: 'another React', change: CHANGES.otherReact, because: /react \^20\.0\.0, but the shell has 19/ },
  { what: 'a newer host interface', change: CHANGES.otherHost, because: /the host interface \^1\.70\.0/ },
  {
    what: 'a chunk that is not among its files',
    change: CHANGES.missingChunk,
    because: /not among the files/,
  },
  { what: 'too many bytes', change: CHANGES.tooLarge, because: /the budget is 150000/ },
];

/** Leaves a mark on a page where it runs. */
const TAMPERED = 'window.tampered = true;';

export const wasTampered = (page: Page) =>
  page.evaluate(
    () =>
      'tampered' in window ||
      getComputedStyle(document.documentElement).getPropertyValue('--tampered') !== '',
  );

/** Files that can change in transit, and the text added to them. */
const TAMPERING = {
  'the chunk': { pattern: PAGE_FILE, change: (text: string) => `${text};${TAMPERED}` },
  'the entry': { pattern: ENTRY_FILE, change: (text: string) => `${text};${TAMPERED}` },
  'the style sheet': { pattern: /\.css$/, change: (text: string) => `${text} :root{--tampered:1}` },
};
export const TAMPERED_FILES = Object.keys(TAMPERING) as (keyof typeof TAMPERING)[];

/** Appends to a file of mf-staking between the gateway and this page. */
export async function tamperOnTheWay(page: Page, file: keyof typeof TAMPERING): Promise<void> {
  const { pattern, change } = TAMPERING[file];
  await page.route(
    ({ pathname }) => pathname.startsWith('/remotes/mf-staking/') && pattern.test(pathname),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    },
  );
}
