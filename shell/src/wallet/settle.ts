import type { Wagmi } from './wagmi-config.ts';

/**
 * WALLET-11 for attempts that were given up: the library itself goes on waiting for ever. What is connected stays; a wallet
 * of the last visit that has not come back is not.
 */
export function settle(config: Wagmi): void {
  config.setState((state) => {
    const live = [...state.connections].filter(([uid]) => config.connectors.some((one) => one.uid === uid));
    const connections = new Map(live);
    const current = connections.has(state.current ?? '') ? state.current : (live[0]?.[0] ?? null);
    return { ...state, connections, current, status: current ? 'connected' : 'disconnected' };
  });
}
