import { z } from 'zod';

/** What we read of Module Federation's mf-manifest.json. */
export const remoteManifest = z.object({
  name: z.string(),
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z.string().default('') }) }),
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

/** What the first page of a remote needs: its entry, then the scripts and styles of the module that it exposes. */
export function firstFiles({ metaData, exposes }: RemoteManifest): string[] {
  const { name, path } = metaData.remoteEntry;
  const { js, css } = exposes.find((exposed) => exposed.name === 'remote')?.assets ?? {
    js: { sync: [] },
    css: { sync: [] },
  };
  return [path === '' ? name : `${path}/${name}`, ...js.sync, ...css.sync];
}
