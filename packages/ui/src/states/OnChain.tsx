import { ActionIcon, Anchor, CopyButton } from '@touchline/ui/base';
import { shortHex } from '../format.ts';
import { IconCheck, IconCopy } from '../icons.ts';
import classes from './OnChain.module.css';

interface OnChainProps {
  kind: 'transaction' | 'address';
  /** All of it; it is shown shortened. */
  value: string;
  /** The deployment's block explorer; '' where it has none. */
  explorer: string;
}

/** A transaction or an address: shortened, with the way to the explorer and a button that copies all of it. */
export function OnChain({ kind, value, explorer }: OnChainProps) {
  const name = kind === 'transaction' ? 'transaction hash' : 'address';
  return (
    <span className={classes.onChain}>
      {explorer === '' ? (
        <code title={value}>{shortHex(value)}</code>
      ) : (
        <Anchor
          href={`${explorer}/${kind === 'transaction' ? 'tx' : 'address'}/${value}`}
          target="_blank"
          rel="noreferrer"
          title={`${value}, on the explorer`}
        >
          {shortHex(value)}
        </Anchor>
      )}
      <CopyButton value={value} timeout={2_000}>
        {({ copied, copy }) => (
          <ActionIcon aria-label={copied ? 'Copied' : `Copy ${name}`} onClick={copy}>
            {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}
