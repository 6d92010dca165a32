import { ActionIcon, Anchor, CopyButton, VisuallyHidden } from '@touchline/ui/base';
import { shortHex } from '../format.ts';
import { IconCheck, IconCopy } from '../icons.ts';
import classes from './OnChain.module.css';

interface OnChainProps {
  kind: 'transaction' | 'address';
  /** The full value. It is displayed shortened. */
  value: string;
  /** URL of the deployment's block explorer, or '' if it has none. */
  explorer: string;
}

/** A shortened transaction hash or address, with a link to the block explorer and a copy button. */
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
          title={`${value} in the block explorer`}
        >
          {shortHex(value)}
        </Anchor>
      )}
      <CopyButton value={value} timeout={2_000}>
        {({ copied, copy }) => (
          <>
            <ActionIcon aria-label={copied ? 'Copied' : `Copy ${name}`} onClick={copy}>
              {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
            </ActionIcon>
            <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </span>
  );
}
