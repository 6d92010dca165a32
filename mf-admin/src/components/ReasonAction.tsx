import { useFocusBack } from '@touchline/host/use-focus-back';
import { Button } from '@touchline/ui/base';
import { ReasonForm, type ReasonFormProps } from './ReasonForm.tsx';
import { useKeptInput } from './use-kept-state.ts';

interface ReasonActionProps extends Omit<ReasonFormProps, 'onCancel'> {
  /** Text of the button that opens the form; default: `action`. */
  label?: string;
  button: {
    variant: 'default' | 'light' | 'subtle';
    color?: string;
    size?: 'xs';
    disabled?: boolean;
    'aria-label'?: string;
  };
  /** Opening the form removes its previous error, and its success shows the button again. */
  change: ReasonFormProps['change'] & { reset(): void };
}

/** Button for a change that needs a reason; it opens the form in its place. */
export function ReasonAction({ label, button, change, ...form }: ReasonActionProps) {
  const { action } = form;
  /** The action whose form is open. */
  const [openFor, setOpenFor] = useKeptInput<string | null>(`form of ${action}`, null);
  const opener = useFocusBack<HTMLButtonElement>(openFor === action);
  const close = () => setOpenFor(null);
  function open() {
    change.reset();
    setOpenFor(action);
  }
  // Its success, or another administrator, has replaced the action.
  if (openFor !== null && openFor !== action) close();
  if (openFor !== action)
    return (
      <Button {...button} onClick={open} ref={opener} style={{ alignSelf: 'start' }}>
        {label ?? action}
      </Button>
    );
  return (
    <ReasonForm
      {...form}
      change={{ ...change, mutate: (reason) => change.mutate(reason, { onSuccess: close }) }}
      onCancel={close}
    />
  );
}
