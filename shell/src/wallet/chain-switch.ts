import pTimeout from 'p-timeout';
import { numberToHex } from 'viem';
import type { Connector } from 'wagmi';
import { switchChain } from 'wagmi/actions';
import type { Wagmi } from './wagmi-config.ts';
import { innermost, isRejection, isUnknownChain } from './wallet-errors.ts';

/** Some wallets confirm a switch and never perform it. */
const SWITCH_TIMEOUT_MS = 20_000;
const REJECTED_AFTER_ADDING = 'User rejected switch after adding network.';

interface Provider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
}

const didNotSwitch = (config: Wagmi) =>
  `Your wallet did not switch networks. Select ${config.chains[0].name} in the wallet itself.`;

const withTimeout = <T>(config: Wagmi, work: Promise<T>) =>
  pTimeout(work, { milliseconds: SWITCH_TIMEOUT_MS, message: didNotSwitch(config) });

function current(config: Wagmi): Connector {
  const connection = config.state.connections.get(config.state.current ?? '');
  if (!connection) throw new Error('Connect a wallet first.');
  return connection.connector;
}

async function providerOf(connector: Connector): Promise<Provider> {
  const provider = (await connector.getProvider().catch(() => undefined)) as Provider | undefined;
  if (!provider) throw new Error('MetaMask not detected');
  return provider;
}

/** WALLET-13, WALLET-14: switches to the product's chain, and adds it to a wallet that does not know it. */
export async function switchToProductChain(config: Wagmi): Promise<void> {
  const chainId = config.chains[0].id;
  try {
    await withTimeout(config, switchChain(config, { chainId }));
  } catch (error) {
    // On code 4902 the library adds the chain itself and reports every failure to do so as a rejection.
    if (isFailedAdding(error)) await withTimeout(config, requestSwitch(config));
    else if (isUnknownChain(error) && !isRejection(error)) await addProductChain(config);
    else throw error;
  }
}

const isFailedAdding = (error: unknown) =>
  error instanceof Error && error.name === 'UserRejectedRequestError' && !isRejection(innermost(error));

/** WALLET-14: adds the product's chain; if that fails, tries to switch. */
export async function addProductChain(config: Wagmi): Promise<void> {
  try {
    await withTimeout(config, requestAdding(config));
  } catch (error) {
    await withTimeout(config, requestSwitch(config)).catch((later: unknown) => {
      // Without a provider the switch fails too, and the first error says more.
      throw isUnknownChain(later) || later instanceof NoProvider ? error : later;
    });
    return;
  }
  if ((await withTimeout(config, current(config).getChainId())) === config.chains[0].id) return;
  try {
    await withTimeout(config, requestSwitch(config));
  } catch (error) {
    throw isRejection(error) ? new Error(REJECTED_AFTER_ADDING, { cause: error }) : error;
  }
}

async function requestAdding(config: Wagmi): Promise<void> {
  const chain = config.chains[0];
  const provider = await providerOf(current(config));
  await provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: numberToHex(chain.id),
        chainName: chain.name,
        nativeCurrency: chain.nativeCurrency,
        rpcUrls: chain.rpcUrls.default.http,
        // A wallet refuses an empty address.
        blockExplorerUrls: [chain.blockExplorers.default.url].filter(Boolean),
      },
    ],
  });
}

class NoProvider extends Error {}

/** Asks the provider directly: the library would try to add the chain as well. */
async function requestSwitch(config: Wagmi): Promise<void> {
  const connector = current(config);
  const chainId = config.chains[0].id;
  const provider = await providerOf(connector).catch((cause: Error) => {
    throw new NoProvider(cause.message);
  });
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: numberToHex(chainId) }],
  });
  if ((await connector.getChainId()) !== chainId) throw new Error(didNotSwitch(config));
  connector.emitter.emit('change', { chainId });
}
