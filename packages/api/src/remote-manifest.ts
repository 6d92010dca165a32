import { z } from 'zod/mini';

/** The fields that we read from Module Federation's mf-manifest.json. */
export const remoteManifest = z.object({
  name: z.string(),
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z._default(z.string(), '') }) }),
  exposes: z.array(
    z.object({
      name: z.string(),
      assets: z.object({
        js: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }),
        css: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }),
      }),
    }),
  ),
  shared: z.array(z.object({ name: z.string(), singleton: z.boolean(), requiredVersion: z.string() })),
});
export type RemoteManifest = z.infer<typeof remoteManifest>;

const needs = { shared: z.array(z.string()) };
/**
 * `first-page.json` of a remote: the shared modules that its exposed module imports statically. For each page with separate
 * files, by path, it also lists these files and the shared modules that they import.
 */
export const firstPage = z.object({
  ...needs,
  pages: z._default(z.record(z.string(), z.object({ ...needs, files: z.array(z.string()) })), {}),
});
export type FirstPage = z.infer<typeof firstPage>;

/** Lists the files that the first page of a remote needs, each once: its entry, then scripts and styles of the exposed module. */
export function listFirstFiles({ metaData, exposes }: RemoteManifest): string[] {
  const { name, path } = metaData.remoteEntry;
  const { js, css } = exposes.find((exposed) => exposed.name === 'remote')?.assets ?? {
    js: { sync: [] },
    css: { sync: [] },
  };
  return [...new Set([path === '' ? name : `${path}/${name}`, ...js.sync, ...css.sync])];
}
