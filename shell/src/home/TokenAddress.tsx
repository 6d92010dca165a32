import { useHost } from '@touchline/host/host';
import { Button, CopyButton, VisuallyHidden } from '@touchline/ui/base';
import { IconCheck, IconCopy } from '@touchline/ui/icons';
import classes from './HomePage.module.css';

const COPIED_SHOWN_MS = 2_000;

/** HOME-03 */
export function TokenAddress() {
  const { token, chain } = useHost().config;
  return (
    <section className={classes.token} aria-label="Token contract">
      <div>
        <h2>The {token.symbol} token</h2>
        <p>Contract on {chain.name}</p>
      </div>
      <code className={classes.address}>{token.address}</code>
      <CopyButton value={token.address} timeout={COPIED_SHOWN_MS}>
        {({ copied, copy }) => (
          <>
            <Button
              variant={copied ? 'filled' : 'default'}
              onClick={copy}
              leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
            >
              {copied ? 'Copied!' : 'Copy address'}
            </Button>
            <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </section>
  );
}
