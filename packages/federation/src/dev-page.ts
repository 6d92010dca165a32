import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** HTML page of a remote that is served without the shell. */
export const DEV_PAGE_HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body><div id="root"></div></body></html>';

/** Source of that page's entry: the remote under a fake host. `src/testing/standalone.ts` supplies the API responses. */
export function buildDevEntry(folder: string): string {
  const file = (name: string) => JSON.stringify(join(folder, name));
  const standaloneFile = 'src/testing/standalone.ts';
  return `
import { showRemote } from '@touchline/host/testing/show-remote';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { remote } from ${file('src/remote.tsx')};
import description from ${file('remote.json')};
${existsSync(join(folder, standaloneFile)) ? `import { standalone } from ${file(standaloneFile)};` : 'const standalone = {};'}
showRemote({ remote, description, standalone, Frame: TouchlineTheme });
`;
}
