import { ActionIcon, CopyButton } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { IconCheck, IconCopy } from '@touchline/ui/icons';
import classes from './payment.module.css';

/** A shortened transaction hash with a button that copies all of it. */
export function TransactionHash({ hash }: { hash: string }) {
  return (
    <p className={classes.hash}>
      <span>Transaction</span>
      <code title={hash}>{shortHex(hash)}</code>
      <CopyButton value={hash}>
        {({ copied, copy }) => (
          <ActionIcon aria-label={copied ? 'Copied' : 'Copy transaction hash'} onClick={copy}>
            {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </ActionIcon>
        )}
      </CopyButton>
    </p>
  );
}
