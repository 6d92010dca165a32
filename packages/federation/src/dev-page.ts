import { join } from 'node:path';

/** The page that a remote is served on alone. */
export const DEV_PAGE_HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body><div id="root"></div></body></html>';

/** The entry of that page: the remote in a frame with a fake host, whose API is the running product (TOUCHLINE_URL). */
export function devPage(folder: string): string {
  const file = (name: string) => JSON.stringify(join(folder, name));
  return `
import { showRemote } from '@touchline/host/testing/show-remote';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { remote } from ${file('src/remote.tsx')};
import description from ${file('remote.json')};
showRemote({ remote, description, Frame: TouchlineTheme });
`;
}
