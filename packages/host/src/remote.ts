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
 * A page in a separate chunk, for a remote whose pages share little code. Name the chunk after the page's path, so that the gateway
 * can preload its files: `/* webpackChunkName: "results-mine" *\/` for `/results/mine`. Pages that share their code share a chunk that
 * is named after the first segment.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}
