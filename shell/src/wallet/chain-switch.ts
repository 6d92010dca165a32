import { numberToHex } from 'viem';
import type { Connector } from 'wagmi';
import { switchChain } from 'wagmi/actions';
import { within } from '../within.ts';
import type { Wagmi } from './wagmi-config.ts';
import { innermost, isRejection, isUnknownChain } from './wallet-errors.ts';

/** Some wallets answer a switch and never switch. */
const SWITCH_TIMEOUT_MS = 20_000;
const REJECTED_AFTER_ADDING = 'User rejected switch after adding network.';

interface Provider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
}

const inTime = <T>(config: Wagmi, work: Promise<T>) =>
  within(
    SWITCH_TIMEOUT_MS,
    work,
    `Your wallet did not switch. Choose ${config.chains[0].name} in the wallet itself.`,
  );

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

/** WALLET-13, WALLET-14: to the product's chain; a wallet that does not know it is asked to add it. */
export async function switchToProductChain(config: Wagmi): Promise<void> {
  const chainId = config.chains[0].id;
  try {
    await inTime(config, switchChain(config, { chainId }));
  } catch (error) {
    // The library adds the chain by itself on code 4902, and calls every failure of that a rejection.
    if (isFailedAdding(error)) await inTime(config, requestSwitch(config));
    else if (isUnknownChain(error) && !isRejection(error)) await addProductChain(config);
    else throw error;
  }
}

const isFailedAdding = (error: unknown) =>
  error instanceof Error && error.name === 'UserRejectedRequestError' && !isRejection(innermost(error));

/** WALLET-14: adds the product's chain; where adding fails, switching is tried. */
export async function addProductChain(config: Wagmi): Promise<void> {
  try {
    await inTime(config, requestAdding(config));
  } catch (error) {
    await inTime(config, requestSwitch(config)).catch((later: unknown) => {
      // Without an extension there is nothing to switch either: the first message says more.
      throw isUnknownChain(later) || later instanceof NoProvider ? error : later;
    });
    return;
  }
  if ((await inTime(config, current(config).getChainId())) === config.chains[0].id) return;
  try {
    await inTime(config, requestSwitch(config));
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
        blockExplorerUrls: [chain.blockExplorers.default.url],
      },
    ],
  });
}

class NoProvider extends Error {}

/** Asks the wallet itself, without the library's own adding. */
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
  if ((await connector.getChainId()) !== chainId)
    throw new Error(`Your wallet did not switch. Choose ${config.chains[0].name} in the wallet itself.`);
  connector.emitter.emit('change', { chainId });
}
