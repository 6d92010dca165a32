/**
 * Modules of Module Federation's runtime that read, cache and preload from manifests. They are unused: the registry names the entry
 * of every remote, and the gateway adds preload hints to the page.
 */
export const SNAPSHOTS =
  /[\\/]runtime-core[\\/]dist[\\/](plugins[\\/](snapshot[\\/](SnapshotHandler|index)|generate-preload-assets)|utils[\\/]preload)\.js$/;

const HANDLER = `
import { PluginSystem } from '../../utils/hooks/pluginSystem.js';
export class SnapshotHandler {
  hooks = new PluginSystem({});
  manifestCache = new Map();
}
export const getGlobalRemoteInfo = () => ({});`;

/** Loader: exports the same names. Re-registering a remote reads the (empty) cache; every other function throws when called. */
// biome-ignore lint/style/noDefaultExport: rspack loaders are default exports
export default function withoutSnapshots(source: string): string {
  if (source.includes('class SnapshotHandler') || source.includes('SnapshotHandler = class')) return HANDLER;
  const names = /^export \{ (.*) \};/m.exec(source)?.[1]?.split(', ') ?? [];
  return [
    "const none = () => { throw new Error('The shell loads remotes by their entries'); };",
    `export { ${names.map((name) => `none as ${name}`).join(', ')} };`,
  ].join('\n');
}
