import type { Emitter } from './emitter.ts';
import { notLoaded } from './errors.ts';
import type { Eip1193Provider } from './provider.ts';

/** The wallet as the page sees it before its code is there: the first request loads it. @throws ProviderError when it does not come */
export function lateProvider(
  load: () => Promise<{ provider: Eip1193Provider }>,
  { on, removeListener }: Emitter,
): Eip1193Provider {
  return {
    async request(request) {
      const { provider } = await load().catch(() => {
        throw notLoaded();
      });
      return provider.request(request);
    },
    on,
    removeListener,
  };
}
