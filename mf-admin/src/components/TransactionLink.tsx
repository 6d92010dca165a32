import { useHost } from '@touchline/host/host';
import { Anchor } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { CopyableText } from './CopyableText.tsx';

/** Link to a transaction in the block explorer, or its hash if the deployment has no explorer; "-" without a hash. */
export function TransactionLink({ hash }: { hash: string | null }) {
  const { explorer } = useHost().config.chain;
  if (hash === null) return <>-</>;
  return (
    <CopyableText value={hash} label="transaction hash">
      {explorer === '' ? (
        shortHex(hash)
      ) : (
        <Anchor href={`${explorer}/tx/${hash}`} target="_blank" rel="noreferrer">
          {shortHex(hash)}
        </Anchor>
      )}
    </CopyableText>
  );
}
