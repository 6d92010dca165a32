import { useFocusBack } from '@touchline/host/use-focus-back';
import { type ReactNode, type Ref, useState } from 'react';
import { ReasonForm, type ReasonFormProps } from './ReasonForm.tsx';

interface ReasonActionProps extends Omit<ReasonFormProps, 'onSubmit' | 'onCancel' | 'pending' | 'error'> {
  /** The button that opens the form. It gets the focus back from the closed form. */
  button(opener: { onClick(): void; ref: Ref<HTMLButtonElement> }): ReactNode;
  /** The mutation. Opening the form removes its previous error, and its success shows the button again. */
  change: {
    isPending: boolean;
    error: unknown;
    reset(): void;
    mutate(reason: string, options: { onSuccess(): void }): void;
  };
}

/** Button for a change that needs a reason; it opens the form in its place. */
export function ReasonAction({ button, change, ...form }: ReasonActionProps) {
  const { action } = form;
  /** The action whose form is open. */
  const [openFor, setOpenFor] = useState<string | null>(null);
  const opener = useFocusBack<HTMLButtonElement>(openFor === action);
  const close = () => setOpenFor(null);
  function open() {
    change.reset();
    setOpenFor(action);
  }
  // Its success, or another administrator, has replaced the action.
  if (openFor !== null && openFor !== action) close();
  if (openFor !== action) return button({ onClick: open, ref: opener });
  return (
    <ReasonForm
      {...form}
      pending={change.isPending}
      error={change.error}
      onSubmit={(reason) => change.mutate(reason, { onSuccess: close })}
      onCancel={close}
    />
  );
}
