import { type ReactNode, useState } from 'react';
import { ReasonForm, type ReasonFormProps } from './ReasonForm.tsx';

interface ReasonActionProps extends Omit<ReasonFormProps, 'onSubmit' | 'onCancel'> {
  /** The button that opens the form. */
  button(open: () => void): ReactNode;
  /** `close` shows the button again. */
  onSubmit(reason: string, close: () => void): void;
}

/** Button for a change that needs a reason; it opens the form in its place. */
export function ReasonAction({ button, onSubmit, ...form }: ReasonActionProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!isOpen) return button(() => setOpen(true));
  return <ReasonForm {...form} onSubmit={(reason) => onSubmit(reason, close)} onCancel={close} />;
}
