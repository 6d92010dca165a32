import { Modal } from '@touchline/ui/overlays';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import classes from './Dialog.module.css';

interface DialogProps extends Omit<ComponentProps<typeof Modal>, 'title' | 'closeButtonProps'> {
  title: ReactNode;
}

/** Informs the dialog around whether a dialog inside it is open. */
const OuterDialog = createContext<((hasInner: boolean) => void) | null>(null);

/**
 * A modal with the product's title style and a touch-sized close button. Escape closes the innermost open dialog only. While it closes,
 * it keeps what it has shown, because the page may have cleared the state behind it, and nothing in it can be pressed.
 */
export function Dialog(props: DialogProps) {
  const { opened } = props;
  const shown = useRef(props);
  if (opened) shown.current = props;
  const { title, children, closeOnEscape = true, ...modal } = shown.current;
  const [hasInner, setHasInner] = useState(false);
  const informOuter = useContext(OuterDialog);
  useEffect(() => {
    if (!opened || !informOuter) return;
    informOuter(true);
    return () => informOuter(false);
  }, [opened, informOuter]);
  return (
    <Modal
      {...modal}
      opened={opened}
      inert={!opened}
      closeOnEscape={closeOnEscape && !hasInner}
      title={<span className={classes.title}>{title}</span>}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      <OuterDialog value={setHasInner}>{children}</OuterDialog>
    </Modal>
  );
}
