import { TouchlineError } from '@touchline/api/errors';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { useKeptInput } from '../components/use-kept-state.ts';
import { computeChanges, describeDifferences, type EditField, type Typed } from './edit-fields.ts';

/** Record with the version that a change must name. */
export type Versioned = { version: string } & Readonly<Record<string, unknown>>;

interface FormOptions<T> {
  record: T;
  /** Reloads the record after another admin has changed it, or what it depends on. */
  reload(): Promise<T>;
  /** Describes the differences between two versions, one text per field. */
  describe(before: T, after: T): string[];
  /** Called after each saved change of the form. */
  onChanged(): void;
}

const OUTDATED: ReadonlySet<string> = new Set(['STALE', 'PRIZE_PLAN_FIXED']);

/**
 * State of a form that changes a record. It keeps the version that it was opened with, and the input after a rejected change. After a
 * conflict, the fields that the user has not edited have the new values.
 */
export function useVersionedForm<T, Input>({ record, reload, describe, onChanged }: FormOptions<T>) {
  const { queryClient } = useHost();
  const [{ base, typed }, setForm] = useKeptInput<{ base: T; typed: Partial<Input> }>(
    'form',
    { base: record, typed: {} },
    (form) => Object.keys(form.typed).length > 0,
  );
  const setBase = (next: T) => setForm((form) => ({ ...form, base: next }));
  const setTyped = (next: Partial<Input>) => setForm((form) => ({ ...form, typed: next }));
  const [conflicts, setConflicts] = useState<readonly string[] | null>(null);
  const sideChange = {
    onSuccess(changed: T) {
      setBase(changed);
      // Reloads the list, the totals and every other view of this record.
      void queryClient.invalidateQueries({ queryKey: adminKey() });
    },
    async onError(error: Error) {
      if (!(error instanceof TouchlineError) || !OUTDATED.has(error.code)) return;
      const latest = await reload().catch(() => null);
      if (latest === null) return;
      setConflicts(describe(base, latest));
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
    /** Changes by another admin that stopped the last change; null if there was no conflict. */
    conflicts,
    change,
    /** Options, without `mutationFn`, of a mutation that changes the record outside the form: the input is kept and the form stays open. */
    sideChange,
    type(part: Partial<Input>) {
      setTyped({ ...typed, ...part });
      if (change.isError) change.reset();
    },
    reset() {
      setTyped({});
      setConflicts(null);
      change.reset();
    },
  };
}

interface EditOptions<T extends Versioned> extends Omit<FormOptions<T>, 'describe'> {
  fields: readonly EditField[];
}

/** State of a record's edit form. */
export function useEdit<T extends Versioned>({ fields, ...options }: EditOptions<T>) {
  const describe = (before: T, after: T) => describeDifferences(fields, before, after);
  const form = useVersionedForm<T, Typed>({ ...options, describe });
  return { ...form, ...computeChanges(fields, form.base, form.typed) };
}

export type Edit<T extends Versioned> = ReturnType<typeof useEdit<T>>;
