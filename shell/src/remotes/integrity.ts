import type { Remote } from '@touchline/api/http/remotes';

/** The hook of the Module Federation runtime that we use. */
export interface IntegrityPlugin {
  name: string;
  createScript(script: { url: string }): HTMLScriptElement | undefined;
}

export interface Integrity {
  plugin: IntegrityPlugin;
  /** From now on the files that the registry names of this remote must have its digests. */
  requireDigests(remote: Remote): void;
}

/**
 * Refuses files of remotes that are not as the registry says: the browser checks the entry, and the entry the digests of its
 * chunks, which it was built with.
 */
export function createIntegrity(): Integrity {
  const digests = new Map<string, string>();
  const findDigest = (url: string) => digests.get(new URL(url, window.location.origin).pathname);
  return {
    requireDigests({ assets }) {
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
        // Like the chunks and what the page preloads: only requests in the same mode share an answer.
        script.crossOrigin = 'anonymous';
        return script;
      },
    },
  };
}
