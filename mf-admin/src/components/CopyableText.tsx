import { ActionIcon, useClipboard } from '@touchline/ui/base';
import { IconCheck, IconCopy } from '@touchline/ui/icons';
import { type ReactNode, useEffect } from 'react';
import classes from './components.module.css';

/** ADMIN-23 */
const COPIED_MS = 2_000;

interface CopyProps {
  /** The whole text, which may be longer than what is shown. */
  value: string;
  /** What it is: "wallet address". */
  what: string;
  children?: ReactNode;
}

/** A text, and a button that copies all of it. */
export function Copy({ value, what, children = value }: CopyProps) {
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
        aria-label={copied ? 'Copied' : `Copy ${what}`}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
      {error ? (
        <span role="alert" className={classes.failed}>
          Failed to copy text
        </span>
      ) : null}
    </span>
  );
}
