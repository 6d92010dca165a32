import pTimeout from 'p-timeout';
import type { Connector } from 'wagmi';
import { reconnect } from 'wagmi/actions';
import { abandonAttempt } from './abandon-attempt.ts';
import type { QrKit } from './qr-attempt.ts';
import type { Wagmi } from './wagmi-config.ts';
import { QR_ID, type WalletCore } from './wallet-state.ts';

const RECONNECT_TIMEOUT_MS = 15_000;

/** WALLET-10: reconnects the wallet of the last visit. `loadQr` is absent where wallets by QR code are off. */
export async function restoreWallet(core: WalletCore, loadQr?: () => Promise<QrKit>): Promise<void> {
  const { config, sync } = core;
  await hydrated(config);
  const recent = await recentConnectorId(config);
  if (recent === QR_ID && loadQr) {
    // Its connector must be loaded before the library can reconnect it.
    sync({ loadingQr: true });
    const provider = loadQr().then(({ connector }) => connector.getProvider());
    await pTimeout(provider, { milliseconds: RECONNECT_TIMEOUT_MS }).catch(() => undefined);
  }
  if (recent || config.state.current) await tryReconnect(config);
  sync({ loadingQr: false });
}

/** Reconnects the last visit's wallet if it is among extensions that announced themselves after the page had started. */
export async function restoreLate(config: Wagmi, arrived: readonly Connector[]): Promise<void> {
  const recent = await recentConnectorId(config);
  const known = arrived.find((connector) => connector.id === recent && connector.id !== QR_ID);
  if (known && config.state.status === 'disconnected') await tryReconnect(config, [known]);
}

const recentConnectorId = (config: Wagmi) => config.storage?.getItem('recentConnectorId');

async function tryReconnect(config: Wagmi, connectors?: Connector[]): Promise<void> {
  const work = reconnect(config, connectors ? { connectors } : {});
  await pTimeout(work, { milliseconds: RECONNECT_TIMEOUT_MS }).catch(() => {
    abandonAttempt(config);
    // A late answer still connects the wallet.
    work.then(() => abandonAttempt(config)).catch(() => undefined);
  });
}

interface Persisted {
  persist: { hasHydrated(): boolean; onFinishHydration(done: () => void): () => void };
}

/** Resolves once the library has read its stored state. */
async function hydrated(config: Wagmi): Promise<void> {
  const { persist } = config._internal.store as unknown as Persisted;
  if (persist.hasHydrated()) return;
  await new Promise<void>((done) => {
    const unsubscribe = persist.onFinishHydration(() => {
      unsubscribe();
      done();
    });
  });
}
