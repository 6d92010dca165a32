import { type ComponentType, lazy } from 'react';

/** The module that a remote exposes as `./remote`: one page per path of its `remote.json`. */
export interface RemoteModule {
  pages: Readonly<Record<string, ComponentType>>;
}

/** Declares a remote: `export const remote = defineRemote({ '/rankings': RankingsPage })`. */
export function defineRemote(pages: Readonly<Record<string, ComponentType>>): RemoteModule {
  return { pages };
}

/**
 * A page in a separate chunk, for a remote whose pages share little code. Name the chunk after the first segment of the page's path
 * (`/* webpackChunkName: "my-team" *\/`), so that the gateway can preload its files.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}
