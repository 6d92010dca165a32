import { type ReactNode, useState } from 'react';
import { ReasonForm, type ReasonFormProps } from './ReasonForm.tsx';

interface ReasonActionProps extends Omit<ReasonFormProps, 'onSubmit' | 'onCancel' | 'pending' | 'error'> {
  /** The button that opens the form. */
  button(open: () => void): ReactNode;
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
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  function open() {
    change.reset();
    setOpen(true);
  }
  if (!isOpen) return button(open);
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
