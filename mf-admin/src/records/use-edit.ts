import { TouchlineError } from '@touchline/api/errors';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { changesOf, differencesOf, type EditField, type Typed } from './edit-fields.ts';

/** A record as its dialog has it. */
export type Versioned = { version: string } & Readonly<Record<string, unknown>>;

interface EditOptions<T extends Versioned> {
  record: T;
  fields: readonly EditField[];
  /** Reads the record again, after somebody else changed it. */
  reload(): Promise<T>;
  /** Every change succeeded with this record. */
  onChanged(): void;
}

/** What is typed into a record's form, and its changes. A refused change keeps all of it. */
export function useEdit<T extends Versioned>({ record, fields, reload, onChanged }: EditOptions<T>) {
  const { queryClient } = useHost();
  const [base, setBase] = useState(record);
  const [typed, setTyped] = useState<Typed>({});
  const [elsewhere, setElsewhere] = useState<readonly string[] | null>(null);
  const changes = changesOf(fields, base, typed);
  const change = useMutation({
    mutationFn: (make: (version: string) => Promise<T>) => make(base.version),
    onSuccess(changed) {
      setBase(changed);
      setTyped({});
      setElsewhere(null);
      onChanged();
      // The list, the totals and everything that shows this record.
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
    async onError(error) {
      if (!(error instanceof TouchlineError) || error.code !== 'STALE') return;
      const latest = await reload().catch(() => null);
      if (latest === null) return;
      setElsewhere(differencesOf(fields, base, latest));
      setBase(latest);
    },
  });
  return {
    base,
    typed,
    ...changes,
    /** What somebody else changed while this form was open; null if nobody did. */
    elsewhere,
    change,
    type: (key: string, text: string) => setTyped({ ...typed, [key]: text }),
    forget() {
      setTyped({});
      setElsewhere(null);
      change.reset();
    },
  };
}

export type Edit<T extends Versioned> = ReturnType<typeof useEdit<T>>;
