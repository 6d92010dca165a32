import type { Emitter } from './emitter.ts';
import { loadFailed } from './errors.ts';
import type { Eip1193Provider } from './provider.ts';

/** Creates a provider that loads the wallet on the first request. @throws ProviderError if the wallet cannot be loaded */
export function createLazyProvider(
  load: () => Promise<{ provider: Eip1193Provider }>,
  { on, removeListener }: Emitter,
): Eip1193Provider {
  return {
    async request(request) {
      const { provider } = await load().catch(() => {
        throw loadFailed();
      });
      return provider.request(request);
    },
    on,
    removeListener,
  };
}
