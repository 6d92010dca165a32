import type { Wagmi } from './wagmi-config.ts';

/** WALLET-11 for attempts that were given up: the library itself goes on waiting for ever. */
export function settle(config: Wagmi): void {
  config.setState((state) => ({ ...state, status: state.current ? 'connected' : 'disconnected' }));
}
