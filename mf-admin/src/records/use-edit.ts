import { TouchlineError } from '@touchline/api/errors';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { computeChanges, describeDifferences, type EditField, type Typed } from './edit-fields.ts';

/** Record with the version that a change must name. */
export type Versioned = { version: string } & Readonly<Record<string, unknown>>;

interface EditOptions<T extends Versioned> {
  record: T;
  fields: readonly EditField[];
  /** Reloads the record after another admin has changed it. */
  reload(): Promise<T>;
  /** Called after each saved change of the form. */
  onChanged(): void;
}

/** State of a record's edit form. After a rejected change the input is kept. */
export function useEdit<T extends Versioned>({ record, fields, reload, onChanged }: EditOptions<T>) {
  const { queryClient } = useHost();
  const [base, setBase] = useState(record);
  const [typed, setTyped] = useState<Typed>({});
  const [conflicts, setConflicts] = useState<readonly string[] | null>(null);
  const changes = computeChanges(fields, base, typed);
  const sideChange = {
    onSuccess(changed: T) {
      setBase(changed);
      // Reloads the list, the totals and every other view of this record.
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
    async onError(error: Error) {
      if (!(error instanceof TouchlineError) || error.code !== 'STALE') return;
      const latest = await reload().catch(() => null);
      if (latest === null) return;
      setConflicts(describeDifferences(fields, base, latest));
      setBase(latest);
    },
  };
  const change = useMutation({
    ...sideChange,
    mutationFn: (send: () => Promise<T>) => send(),
    // The user has read the conflicts and overwrites them. They must not hide the next error.
    onMutate: () => setConflicts(null),
    onSuccess(changed: T) {
      sideChange.onSuccess(changed);
      setTyped({});
      onChanged();
    },
  });
  return {
    base,
    typed,
    ...changes,
    /** Changes by another admin that stopped the last change; null if there was no conflict. */
    conflicts,
    change,
    /** Options, without `mutationFn`, of a mutation that changes the record outside the form: the input is kept and the form stays open. */
    sideChange,
    type(key: string, text: string) {
      setTyped({ ...typed, [key]: text });
      if (change.isError) change.reset();
    },
    reset() {
      setTyped({});
      setConflicts(null);
      change.reset();
    },
  };
}

export type Edit<T extends Versioned> = ReturnType<typeof useEdit<T>>;
