import type { ComponentType } from 'react';

/** What a remote exposes as `./remote`: one page per path of its `remote.json`. */
export interface RemoteModule {
  pages: Readonly<Record<string, ComponentType>>;
}

/** Declares a remote: `export const remote = defineRemote({ '/rankings': RankingsPage })`. */
export function defineRemote(pages: Readonly<Record<string, ComponentType>>): RemoteModule {
  return { pages };
}
