import { type ReactNode, useState } from 'react';
import { ReasonForm, type ReasonFormProps } from './ReasonForm.tsx';

interface ReasonActionProps extends Omit<ReasonFormProps, 'onSubmit' | 'onCancel' | 'pending' | 'error'> {
  /** The button that opens the form. */
  button(open: () => void): ReactNode;
  /** The mutation that `onSubmit` starts. Opening the form removes its previous error. */
  change: { isPending: boolean; error: unknown; reset(): void };
  /** `close` shows the button again. */
  onSubmit(reason: string, close: () => void): void;
}

/** Button for a change that needs a reason; it opens the form in its place. */
export function ReasonAction({ button, change, onSubmit, ...form }: ReasonActionProps) {
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
      onSubmit={(reason) => onSubmit(reason, close)}
      onCancel={close}
    />
  );
}
