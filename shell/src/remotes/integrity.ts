import type { Remote } from '@touchline/api/http/remotes';

/** The hooks of the Module Federation runtime that we use. */
export interface IntegrityPlugin {
  name: string;
  createScript(script: { url: string }): HTMLScriptElement | undefined;
  createLink(link: { url: string }): HTMLLinkElement | undefined;
  fetch(url: string, init: RequestInit): Promise<Response> | undefined;
}

export interface Integrity {
  plugin: IntegrityPlugin;
  /** From now on the files that the registry names of this remote must have its digests. */
  expect(remote: Remote): void;
}

/**
 * Refuses files of remotes that are not as the registry says: the browser checks the entry, and the entry the digests of its
 * chunks, which it was built with.
 */
export function createIntegrity(): Integrity {
  const digests = new Map<string, string>();
  const digestOf = (url: string) => digests.get(new URL(url, window.location.origin).pathname);
  return {
    expect({ manifest, integrity, assets }) {
      if (integrity !== null) digests.set(manifest, integrity);
      for (const asset of assets) digests.set(asset.url, asset.integrity);
    },
    plugin: {
      name: 'touchline-integrity',
      createScript({ url }) {
        const digest = digestOf(url);
        if (digest === undefined) return undefined;
        const script = document.createElement('script');
        script.src = url;
        script.integrity = digest;
        // Like the chunks and what the page preloads: only requests in the same mode share an answer.
        script.crossOrigin = 'anonymous';
        return script;
      },
      // The runtime would apply a style sheet of any content, and keep quiet about one that does not come. As a preload it waits
      // for the chunk, which asks for it with its digest.
      createLink({ url }) {
        const digest = digestOf(url);
        if (digest === undefined) return undefined;
        const link = document.createElement('link');
        link.rel = 'preload';
        link.as = 'style';
        link.href = url;
        link.integrity = digest;
        link.crossOrigin = 'anonymous';
        return link;
      },
      fetch(url, init) {
        const digest = digestOf(url);
        return digest === undefined ? undefined : fetchChecked(url, init, digest);
      },
    },
  };
}

/** Without fetch's own `integrity`: that would not take what the page has preloaded. */
async function fetchChecked(url: string, init: RequestInit, digest: string): Promise<Response> {
  const response = await fetch(url, init);
  // Absent on plain http outside of localhost, where nothing protects the page itself either.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!response.ok || !subtle) return response;
  const hash = await subtle.digest('SHA-384', await response.clone().arrayBuffer());
  const found = `sha384-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
  if (found !== digest) throw new Error(`${url} is not as published`);
  return response;
}
