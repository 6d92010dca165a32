import { Modal } from '@touchline/ui/overlays';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Dialog.module.css';

interface DialogProps extends Omit<ComponentProps<typeof Modal>, 'title' | 'closeButtonProps'> {
  title: ReactNode;
}

/** A modal with the product's title style and a touch-sized close button. */
export function Dialog({ title, children, ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      title={<span className={classes.title}>{title}</span>}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      {children}
    </Modal>
  );
}
