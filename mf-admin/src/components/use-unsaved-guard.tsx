import { useLeaveGuard } from '@touchline/host/use-leave-guard';
import { Button, Group } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { useCallback, useEffect, useRef, useState } from 'react';

export type UnsavedGuard = ReturnType<typeof useUnsavedGuard>;

/** Asks for confirmation before the unsaved changes of a dialog are lost: by its buttons, by closing it, or by leaving the page. */
export function useUnsavedGuard() {
  const [isDirty, setDirty] = useState(false);
  const [action, setAction] = useState<(() => void) | null>(null);
  const leaveGuard = useLeaveGuard(isDirty);
  const onDirty = useCallback((next: boolean) => {
    setDirty(next);
    if (!next) setAction(null);
  }, []);
  function discard() {
    // The form is still mounted while its dialog closes.
    onDirty(false);
    if (leaveGuard.isLeaving) leaveGuard.leave();
    else action?.();
  }
  function keep() {
    setAction(null);
    leaveGuard.stay();
  }
  return {
    /** Runs an action that discards the input, after a confirmation if changes are unsaved. */
    confirm: (next: () => void) => (isDirty ? setAction(() => next) : next()),
    /** The confirmation, to be rendered after the form; null while nothing has to be confirmed. */
    alert:
      isDirty && (action || leaveGuard.isLeaving) ? <UnsavedAlert onDiscard={discard} onKeep={keep} /> : null,
    onDirty,
  };
}

/** Reports to the guard of a dialog whether its form has unsaved changes. */
export function useReportUnsaved({ onDirty }: UnsavedGuard, isDirty: boolean): void {
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
}

function UnsavedAlert({ onDiscard, onKeep }: { onDiscard(): void; onKeep(): void }) {
  const keep = useRef<HTMLButtonElement>(null);
  // Focus scrolls the alert into view: it may be below a long form.
  useEffect(() => keep.current?.focus(), []);
  return (
    <Alert color="warn" role="alert" title="You have unsaved changes" mt="md">
      <Group gap="sm">
        <Button color="danger" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button variant="default" onClick={onKeep} ref={keep}>
          Keep editing
        </Button>
      </Group>
    </Alert>
  );
}
