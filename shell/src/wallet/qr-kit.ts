import type { Config as Deployment } from '@touchline/api/http/config';
import type { EthereumProvider } from '@walletconnect/ethereum-provider';
import { encodeQR } from 'qr';
import type { Connector } from 'wagmi';
import { walletConnect } from 'wagmi/connectors/walletConnect';
import type { QrCode, QrKit } from './qr-attempt.ts';
import type { Wagmi } from './wagmi-config.ts';

type Relay = NonNullable<Deployment['walletconnect']>;
type Provider = Awaited<ReturnType<(typeof EthereumProvider)['init']>>;

/**
 * Creates the WalletConnect connector on demand. As a normal connector it would load its large library and connect to the relay on
 * every page. Wagmi has no public API to add a connector later. Its `_internal` API is protected by the pinned version and tests.
 */
export function createQrKit(config: Wagmi, relay: Relay, origin: string): QrKit {
  const connector = config._internal.connectors.setup(walletConnect(buildSettings(relay, origin)));
  config._internal.connectors.setState((all) => [...all, connector]);
  const provider = () => connector.getProvider() as Promise<Provider>;
  return {
    connector: connector as Connector,
    draw,
    async abandon() {
      const { client } = (await provider()).signer;
      for (const { id } of client.proposal.getAll()) client.core.expirer.set(id, 0);
    },
    async onApproved(listener) {
      const { core, session } = (await provider()).signer.client;
      const { subscriber } = core.relayer;
      // After a lost connection the library subscribes again to pairings and earlier sessions.
      const onSubscription = ({ topic }: { topic: string }) => {
        if (![...core.pairing.pairings.keys, ...session.keys].includes(topic)) listener();
      };
      subscriber.on('subscription_created', onSubscription);
      return () => void subscriber.off('subscription_created', onSubscription);
    },
  };
}

/** `origin` is that of this page, shown by the phone. */
function buildSettings({ project_id, relay_url }: Relay, origin: string) {
  return {
    projectId: project_id,
    relayUrl: relay_url,
    showQrModal: false,
    telemetryEnabled: false,
    // Failures are shown to the user, so the library need not log them.
    logger: 'silent',
    metadata: {
      name: 'Touchline',
      description: 'Premier League fantasy football',
      url: origin,
      icons: [`${origin}/favicon.svg`],
    },
    // eth_getBlockByNumber is used to compare chains before payments (same-chain.ts), if the wallet supports it.
    optionalMethods: [
      'eth_sendTransaction',
      'personal_sign',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_getBlockByNumber',
    ],
  };
}

/** Width in modules. */
const QUIET_ZONE = 4;

/** Draws the code as one SVG path with a unit square per dark module. */
function draw(uri: string): QrCode {
  const rows = encodeQR(uri, 'raw', { ecc: 'low', border: QUIET_ZONE });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { uri, size: rows.length, path };
}
