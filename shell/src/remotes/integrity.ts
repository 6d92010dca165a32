import type { Remote } from '@touchline/api/http/remotes';

/** Plugin of the Module Federation runtime, with the only hook that we use. */
export interface IntegrityPlugin {
  name: string;
  createScript(script: { url: string }): HTMLScriptElement | undefined;
}

/**
 * Rejects files of remotes that differ from the registry. The browser verifies the entry. The entry contains the digests of its chunks
 * and verifies those.
 */
export function createIntegrity() {
  const digests = new Map<string, string>();
  const findDigest = (url: string) => digests.get(new URL(url, window.location.origin).pathname);
  return {
    /** Requires the remote's files to match the digests in the registry. */
    requireDigests({ assets }: Remote): void {
      for (const asset of assets) digests.set(asset.url, asset.integrity);
    },
    plugin: {
      name: 'touchline-integrity',
      createScript({ url }) {
        const digest = findDigest(url);
        if (digest === undefined) return undefined;
        const script = document.createElement('script');
        script.src = url;
        script.integrity = digest;
        // Same mode as the chunks and the preloads: the browser reuses a response only for requests in the same mode.
        script.crossOrigin = 'anonymous';
        return script;
      },
    } satisfies IntegrityPlugin,
  };
}
