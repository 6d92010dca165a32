import { useHost, useShared } from '@touchline/host/host';
import { createContext, useContext, useEffect, useRef, useState } from 'react';

const createKept = () => new Map<string, unknown>();

/**
 * State that outlives its component when the session ends: the next component with this `key` starts with it, if the same wallet opens it.
 * A reload discards it.
 * @param key null keeps nothing
 * @param isInput true for a value that has to be kept; default: any other value than the initial one
 */
export function useKeptState<T>(key: string | null, initial: T, isInput = (value: T) => value !== initial) {
  const { session } = useHost();
  const kept = useShared(createKept);
  const [wallet] = useState(() => session.get().user?.wallet_address);
  const id = key && `${wallet}: ${key}`;
  const [value, setValue] = useState(() => (id && kept.has(id) ? (kept.get(id) as T) : initial));
  const toKeep = useRef<readonly [T] | null>(null);
  toKeep.current = isInput(value) ? [value] : null;
  useEffect(() => {
    if (!id) return;
    kept.delete(id);
    return () => {
      if (toKeep.current && session.get().user?.wallet_address !== wallet) kept.set(id, toKeep.current[0]);
    };
  }, [id, kept, session, wallet]);
  return [value, setValue] as const;
}

/** Names what a dialog shows, with its version where a reason is for one version only; null outside of dialogs. */
export const DialogSubject = createContext<string | null>(null);

/** Kept state of an input in a dialog, by the subject of the dialog. */
export function useKeptInput<T>(name: string, initial: T, isInput?: (value: T) => boolean) {
  const subject = useContext(DialogSubject);
  return useKeptState(subject && `${subject}, ${name}`, initial, isInput);
}
