import { useHost } from '@touchline/host/host';
import { OnChain } from '@touchline/ui/OnChain';
import type { ComponentProps } from 'react';
import classes from './payment.module.css';

interface OnChainLineProps extends Pick<ComponentProps<typeof OnChain>, 'kind' | 'value'> {
  label: string;
}

/** The transaction or recipient of a payment, linked to the block explorer. */
export function OnChainLine({ label, ...value }: OnChainLineProps) {
  const { explorer } = useHost().config.chain;
  return (
    <p className={classes.onChain}>
      <span>{label}</span>
      <OnChain {...value} explorer={explorer} />
    </p>
  );
}
