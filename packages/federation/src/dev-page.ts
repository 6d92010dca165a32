import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Page for a remote served on its own. */
export const DEV_PAGE_HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body><div id="root"></div></body></html>';

/** Entry of that page: the remote under a fake host, with the answers of `src/testing/standalone.ts` in place of the API. */
export function buildDevEntry(folder: string): string {
  const file = (name: string) => JSON.stringify(join(folder, name));
  const standaloneFile = 'src/testing/standalone.ts';
  return `
import { showRemote } from '@touchline/host/testing/show-remote';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { remote } from ${file('src/remote.tsx')};
import description from ${file('remote.json')};
${existsSync(join(folder, standaloneFile)) ? `import { standalone } from ${file(standaloneFile)};` : 'const standalone = {};'}
showRemote({ remote, description, alone: standalone, Frame: TouchlineTheme });
`;
}
