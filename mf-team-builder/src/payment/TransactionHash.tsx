import { shortWallet } from '@touchline/rules/players';
import { ActionIcon, CopyButton } from '@touchline/ui/base';
import { IconCheck, IconCopy } from '@touchline/ui/icons';
import classes from './payment.module.css';

/** A transaction's hash, short, with a way to take all of it along. */
export function TransactionHash({ hash }: { hash: string }) {
  return (
    <p className={classes.hash}>
      <span>Transaction</span>
      <code title={hash}>{shortWallet(hash)}</code>
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
