import { tierOfStake } from '@touchline/rules/stakes';
import { IconArrowRight } from '@touchline/ui/icons';
import { factorText } from '../amounts.ts';
import { TierMark } from '../page/TierMark.tsx';
import classes from './StakeDialog.module.css';

interface TierPreviewProps {
  /** Wei, before and with this stake. */
  staked: bigint;
  total: bigint;
}

/** The tier that the wallet has now, and the one that the amount leads to (STAKE-06). */
export function TierPreview({ staked, total }: TierPreviewProps) {
  const now = tierOfStake(staked);
  const then = tierOfStake(total);
  return (
    <dl className={classes.preview} aria-live="polite">
      <div>
        <dt>Now</dt>
        <dd>
          <TierMark tier={now} />
          <span className={classes.factor}>{factorText(now.coefficient_thousandths / 1000)}</span>
        </dd>
      </div>
      <IconArrowRight size={20} aria-hidden="true" />
      <div data-lifted={then.min > now.min || undefined}>
        <dt>With this stake</dt>
        <dd>
          <TierMark tier={then} />
          <span className={classes.factor}>{factorText(then.coefficient_thousandths / 1000)}</span>
        </dd>
      </div>
    </dl>
  );
}
