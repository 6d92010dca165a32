import type { MyPrize } from '@touchline/api/http/prizes';
import { formatCount, formatPrize, ordinal } from '@touchline/ui/format';
import type { QuietToast } from '../toasts.ts';

/** Maximum number of prizes that a toast lists. My Teams shows all. */
const MAX_LISTED = 4;

const formatPlace = ({ rank, entries }: MyPrize) => `${ordinal(rank)} of ${formatCount(entries)}`;

/** One toast for all new prizes; null without any. */
export function buildPrizeToast(prizes: readonly MyPrize[]): QuietToast | null {
  const [first, ...others] = prizes;
  if (!first) return null;
  if (others.length === 0)
    return {
      title: `You finished ${formatPlace(first)} and won ${formatPrize(first.amount, first.token)}`,
      lines: [first.game_name, 'See it in My Teams.'],
    };
  const listed = prizes.slice(0, MAX_LISTED);
  const rest = prizes.length - listed.length;
  return {
    title: `You won ${prizes.length} prizes`,
    lines: [
      ...listed.map(
        (prize) => `${prize.game_name}: ${formatPlace(prize)}, ${formatPrize(prize.amount, prize.token)}`,
      ),
      ...(rest > 0 ? [`and ${rest} more`] : []),
      'See them in My Teams.',
    ],
  };
}
