import { createContext, useContext } from 'react';
import type { Shell } from './shell.ts';

export const ShellContext = createContext<Shell | null>(null);

/** The shell around this screen. */
export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell() needs the shell above it');
  return shell;
}
