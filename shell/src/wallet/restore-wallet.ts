import pTimeout from 'p-timeout';
import type { Connector } from 'wagmi';
import { reconnect } from 'wagmi/actions';
import { abandonAttempt } from './abandon-attempt.ts';
import type { QrKit } from './qr-attempt.ts';
import type { Wagmi } from './wagmi-config.ts';
import { QR_ID, type WalletCore } from './wallet-state.ts';

const RECONNECT_TIMEOUT_MS = 15_000;

/** WALLET-10: reconnects the wallet of the last visit. `loadQr` is absent if QR code wallets are off. */
export async function restoreWallet(core: WalletCore, loadQr?: () => Promise<QrKit>): Promise<void> {
  const { config, sync } = core;
  await waitForHydration(config);
  const recent = await recentConnectorId(config);
  if (recent === QR_ID && loadQr) {
    // The connector must be loaded before the library can reconnect it.
    sync({ loadingQr: true });
    const provider = loadQr().then(({ connector }) => connector.getProvider());
    await pTimeout(provider, { milliseconds: RECONNECT_TIMEOUT_MS }).catch(() => undefined);
  }
  if (recent || config.state.current) await tryReconnect(config);
  sync({ loadingQr: false });
}

/** Reconnects the wallet of the last visit if its extension announces itself late. `arrived` are the new connectors. */
export async function restoreLate(config: Wagmi, arrived: readonly Connector[]): Promise<void> {
  const recent = await recentConnectorId(config);
  const connector = arrived.find(({ id }) => id === recent && id !== QR_ID);
  if (connector && config.state.status === 'disconnected') await tryReconnect(config, [connector]);
}

const recentConnectorId = (config: Wagmi) => config.storage?.getItem('recentConnectorId');

async function tryReconnect(config: Wagmi, connectors?: Connector[]): Promise<void> {
  const work = reconnect(config, connectors ? { connectors } : {});
  await pTimeout(work, { milliseconds: RECONNECT_TIMEOUT_MS }).catch(() => {
    abandonAttempt(config);
    // A late response still connects the wallet.
    work.then(() => abandonAttempt(config)).catch(() => undefined);
  });
}

interface Persisted {
  persist: { hasHydrated(): boolean; onFinishHydration(done: () => void): () => void };
}

/** Resolves once the library has read its stored state. */
async function waitForHydration(config: Wagmi): Promise<void> {
  const { persist } = config._internal.store as unknown as Persisted;
  if (persist.hasHydrated()) return;
  await new Promise<void>((done) => {
    const unsubscribe = persist.onFinishHydration(() => {
      unsubscribe();
      done();
    });
  });
}
