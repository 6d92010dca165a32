import { formatCoefficient } from '@touchline/rules/tiers';
import { Badge } from '@touchline/ui/base';
import { isStrong } from './standing.ts';

/** RANK-07: plain up to 1.2, gold above. */
export function CoefficientBadge({ coefficient }: { coefficient: number }) {
  const strong = isStrong(coefficient);
  return (
    <Badge
      className="tl-figures"
      size="lg"
      variant={strong ? 'filled' : 'light'}
      color={strong ? 'gold' : 'gray'}
      data-emphasised={strong}
    >
      {formatCoefficient(coefficient)}
    </Badge>
  );
}
