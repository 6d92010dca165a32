import { useHost, useShared } from '@touchline/host/host';
import { createContext, useContext, useInsertionEffect, useRef, useState } from 'react';

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
  // Insertion effects remain while `Activity` hides the dashboard, and end with a component that is removed in the meantime.
  useInsertionEffect(() => {
    if (!id) return;
    kept.delete(id);
    return () => {
      if (toKeep.current && session.get().user?.wallet_address !== wallet) kept.set(id, toKeep.current[0]);
    };
  }, [id, kept, session, wallet]);
  return [value, setValue] as const;
}

/** Names what a dialog or form shows, with its version where a reason is for one version only; null where no input is kept. */
export const InputSubject = createContext<string | null>(null);

/** Kept state of an input, by its subject. */
export function useKeptInput<T>(name: string, initial: T, isInput?: (value: T) => boolean) {
  const subject = useContext(InputSubject);
  return useKeptState(subject && `${subject}, ${name}`, initial, isInput);
}
