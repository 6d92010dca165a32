import type { Wagmi } from './wagmi-config.ts';

/**
 * WALLET-11: resets the library after a timeout or a cancelled attempt, because it would wait forever. Live connections are kept. The
 * stored connection of the last visit is dropped if its connector is missing.
 */
export function abandonAttempt(config: Wagmi): void {
  config.setState((state) => {
    const live = [...state.connections].filter(([uid]) => config.connectors.some((one) => one.uid === uid));
    const connections = new Map(live);
    const current = connections.has(state.current ?? '') ? state.current : (live[0]?.[0] ?? null);
    return { ...state, connections, current, status: current ? 'connected' : 'disconnected' };
  });
}
