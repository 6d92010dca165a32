import { ActionIcon, useClipboard, VisuallyHidden } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { IconCheck, IconCopy } from '@touchline/ui/icons';
import { type ReactNode, useEffect } from 'react';
import classes from './components.module.css';

/** ADMIN-23 */
const COPIED_MS = 2_000;

interface CopyableTextProps {
  /** The full text; the displayed text may be shorter. */
  value: string;
  /** Label of the button: "wallet address". */
  label: string;
  children?: ReactNode;
}

/** A shortened hexadecimal text with a button that copies the full value. */
export const CopyableHex = (props: Omit<CopyableTextProps, 'children'>) => (
  <CopyableText {...props}>{shortHex(props.value)}</CopyableText>
);

/** Text with a button that copies the full value. */
export function CopyableText({ value, label, children = value }: CopyableTextProps) {
  const { copied, copy, error } = useClipboard({ timeout: COPIED_MS });
  useEffect(() => {
    if (error) console.error('Failed to copy text', error);
  }, [error]);
  return (
    <span className={classes.copy}>
      <span className={children === value ? `${classes.mono} ${classes.long}` : classes.mono} title={value}>
        {children}
      </span>
      <ActionIcon
        size={36}
        color={copied ? 'grass' : 'gray'}
        onClick={() => copy(value)}
        aria-label={copied ? 'Copied' : `Copy ${label}`}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
      <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
      {error ? (
        <span role="alert" className={classes.failed}>
          Failed to copy text
        </span>
      ) : null}
    </span>
  );
}
