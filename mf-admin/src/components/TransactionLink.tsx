import { useHost } from '@touchline/host/host';
import { Anchor } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import { Copy } from './CopyableText.tsx';

/** A transaction on the explorer, or "-". */
export function Transaction({ hash }: { hash: string | null }) {
  const { explorer } = useHost().config.chain;
  if (hash === null) return <>-</>;
  return (
    <Copy value={hash} what="transaction hash">
      <Anchor href={`${explorer}/tx/${hash}`} target="_blank" rel="noreferrer">
        {shortHex(hash)}
      </Anchor>
    </Copy>
  );
}
