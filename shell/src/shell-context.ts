import type { Host } from '@touchline/host/host';
import { createContext, useContext } from 'react';
import type { KeptData } from './kept-data.ts';
import type { Live } from './live/live.ts';
import type { MatchEventSetting } from './match-event-setting.ts';
import type { RemoteLoader } from './remotes/loader.ts';
import type { Registry } from './remotes/registry.ts';
import type { Reports } from './remotes/reports.ts';
import type { SessionStore } from './session/session.ts';
import type { SignIn } from './session/sign-in.ts';
import type { Theme } from './theme.ts';
import type { Toasts } from './toasts.ts';
import type { LazyWallet } from './wallet/lazy-wallet.ts';

/** The services of the shell. Its own pages get them from context. Remotes get only `host`. */
export interface Shell {
  host: Host;
  kept: KeptData;
  session: SessionStore;
  signIn: SignIn;
  wallet: LazyWallet;
  registry: Registry;
  loader: RemoteLoader;
  reports: Reports;
  live: Live;
  theme: Theme;
  toasts: Toasts;
  matchEventSetting: MatchEventSetting;
  /** Sets the router's navigate function, which `host.navigate` uses. */
  onNavigate(go: Host['navigate']): void;
}

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell() must be used inside a ShellContext.Provider');
  return shell;
}
