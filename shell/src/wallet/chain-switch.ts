import pTimeout from 'p-timeout';
import { numberToHex } from 'viem';
import type { Connector } from 'wagmi';
import { switchChain } from 'wagmi/actions';
import type { Wagmi } from './wagmi-config.ts';
import { getInnermostError, isRejection, isUnknownChain } from './wallet-errors.ts';

/** Timeout, because some wallets confirm a switch and never perform it. */
const SWITCH_TIMEOUT_MS = 20_000;
const REJECTED_AFTER_ADDING = 'User rejected switch after adding network.';

interface Provider {
  request(request: { method: string; params?: unknown[] }): Promise<unknown>;
}

const notSwitchedMessage = (config: Wagmi) =>
  `Your wallet did not switch networks. Select ${config.chains[0].name} in the wallet itself.`;

const withTimeout = <T>(config: Wagmi, work: Promise<T>) =>
  pTimeout(work, { milliseconds: SWITCH_TIMEOUT_MS, message: notSwitchedMessage(config) });

function getConnector(config: Wagmi): Connector {
  const connection = config.state.connections.get(config.state.current ?? '');
  if (!connection) throw new Error('Connect a wallet first.');
  return connection.connector;
}

async function getProvider(connector: Connector): Promise<Provider> {
  const provider = (await connector.getProvider().catch(() => undefined)) as Provider | undefined;
  if (!provider) throw new Error('MetaMask not detected');
  return provider;
}

/** WALLET-13, WALLET-14: switches to the app's chain. Adds the chain if the wallet does not know it. */
export async function switchToProductChain(config: Wagmi): Promise<void> {
  const chainId = config.chains[0].id;
  try {
    await withTimeout(config, switchChain(config, { chainId }));
  } catch (error) {
    // On code 4902 the library adds the chain itself and reports every failure to do so as a rejection.
    if (isAddFailure(error)) await withTimeout(config, requestSwitch(config));
    else if (isUnknownChain(error) && !isRejection(error)) await addProductChain(config);
    else throw error;
  }
}

const isAddFailure = (error: unknown) =>
  error instanceof Error &&
  error.name === 'UserRejectedRequestError' &&
  !isRejection(getInnermostError(error));

/** WALLET-14: adds the app's chain. If that fails, tries to switch. */
export async function addProductChain(config: Wagmi): Promise<void> {
  try {
    await withTimeout(config, requestAdd(config));
  } catch (error) {
    await withTimeout(config, requestSwitch(config)).catch((switchError: unknown) => {
      // Without a provider the switch fails too, and the first error is more specific.
      throw isUnknownChain(switchError) || switchError instanceof NoProvider ? error : switchError;
    });
    return;
  }
  if ((await withTimeout(config, getConnector(config).getChainId())) === config.chains[0].id) return;
  try {
    await withTimeout(config, requestSwitch(config));
  } catch (error) {
    throw isRejection(error) ? new Error(REJECTED_AFTER_ADDING, { cause: error }) : error;
  }
}

async function requestAdd(config: Wagmi): Promise<void> {
  const chain = config.chains[0];
  const provider = await getProvider(getConnector(config));
  await provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: numberToHex(chain.id),
        chainName: chain.name,
        nativeCurrency: chain.nativeCurrency,
        rpcUrls: chain.rpcUrls.default.http,
        // Wallets reject an empty URL.
        blockExplorerUrls: [chain.blockExplorers.default.url].filter(Boolean),
      },
    ],
  });
}

class NoProvider extends Error {}

/** Sends the request directly to the provider, because the library would also try to add the chain. */
async function requestSwitch(config: Wagmi): Promise<void> {
  const connector = getConnector(config);
  const chainId = config.chains[0].id;
  const provider = await getProvider(connector).catch((cause: Error) => {
    throw new NoProvider(cause.message);
  });
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: numberToHex(chainId) }],
  });
  if ((await connector.getChainId()) !== chainId) throw new Error(notSwitchedMessage(config));
  connector.emitter.emit('change', { chainId });
}
