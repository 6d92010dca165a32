import type { EthereumProvider } from '@walletconnect/ethereum-provider';
import { encodeQR } from 'qr';
import type { Connector } from 'wagmi';
import { walletConnect } from 'wagmi/connectors/walletConnect';
import type { QrCode, QrKit } from './qr-attempt.ts';
import type { Wagmi } from './wagmi-config.ts';

interface QrOptions {
  projectId: string;
  relayUrl: string;
  /** Where this page is found: what the phone shows as the one who asks. */
  origin: string;
}

type Provider = Awaited<ReturnType<(typeof EthereumProvider)['init']>>;

/**
 * WalletConnect, loaded by the first who wants it: its connector would otherwise fetch 140 kB and open the relay with every
 * page. The library has no public way to add a connector later; `_internal` is held by the tests and the pinned version.
 */
export function qrKit(config: Wagmi, options: QrOptions): QrKit {
  const connector = config._internal.connectors.setup(walletConnect(settings(options)));
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
      const { subscriber } = (await provider()).signer.client.core.relayer;
      subscriber.on('subscription_created', listener);
      return () => void subscriber.off('subscription_created', listener);
    },
  };
}

function settings({ projectId, relayUrl, origin }: QrOptions) {
  return {
    projectId,
    relayUrl,
    showQrModal: false,
    telemetryEnabled: false,
    // What goes wrong is shown to the user; its own lines in the console are noise.
    logger: 'silent',
    metadata: {
      name: 'Touchline',
      description: 'Premier League fantasy football',
      url: origin,
      icons: [`${origin}/favicon.svg`],
    },
    // The wallet itself is asked for a block before a payment (same-chain.ts), where it agrees to answer.
    optionalMethods: [
      'eth_sendTransaction',
      'personal_sign',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_getBlockByNumber',
    ],
  };
}

/** The quiet zone that cameras need around a code, in modules. */
const BORDER = 4;

/** The code as one path of squares in a square of `size`. */
function draw(uri: string): QrCode {
  const rows = encodeQR(uri, 'raw', { ecc: 'low', border: BORDER });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { uri, size: rows.length, path };
}
