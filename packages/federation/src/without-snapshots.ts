/**
 * The modules of Module Federation's runtime that read manifests, keep what they say and load files ahead by it. The registry names
 * the entry of every remote, and the gateway has the page load its files ahead.
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

/** A loader: the same names as the modules. Registering a remote again asks for what is known of it; all else refuses to be called. */
// biome-ignore lint/style/noDefaultExport: that is how a loader is found
export default function withoutSnapshots(source: string): string {
  if (source.includes('class SnapshotHandler') || source.includes('SnapshotHandler = class')) return HANDLER;
  const names = /^export \{ (.*) \};/m.exec(source)?.[1]?.split(', ') ?? [];
  return [
    "const none = () => { throw new Error('The shell loads remotes by their entries'); };",
    `export { ${names.map((name) => `none as ${name}`).join(', ')} };`,
  ].join('\n');
}
