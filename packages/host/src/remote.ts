import { type ComponentType, lazy } from 'react';

/** What a remote exposes as `./remote`: one page per path of its `remote.json`. */
export interface RemoteModule {
  pages: Readonly<Record<string, ComponentType>>;
}

/** Declares a remote: `export const remote = defineRemote({ '/rankings': RankingsPage })`. */
export function defineRemote(pages: Readonly<Record<string, ComponentType>>): RemoteModule {
  return { pages };
}

/**
 * A page with files of its own, for a remote whose pages have little in common. Its chunk is named as its path begins (`my-team` by a
 * comment `webpackChunkName`): so the files are loaded ahead where the page is opened by its address.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}
