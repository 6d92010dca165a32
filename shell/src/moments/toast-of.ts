import type { Participation, ParticipationDetails } from '@touchline/api/http/entries';
import type { QuietToast } from '../toasts.ts';
import { matchWords } from './moment-words.ts';
import { type News, newsWords } from './news.ts';
import { type Before, standingWords } from './standing.ts';

const MOST_LINES = 4;

/** One toast for everything that happened, with the rank of each team as far as it is known. `now`: teams after it. */
export function toastOf(
  news: readonly News[],
  now: readonly Participation[],
  before: ReadonlyMap<string, Before>,
): QuietToast {
  const teams = [...new Map(news.map(({ team }) => [team.id, team])).values()];
  const standings = teams.flatMap((team) => standingIn(team, now, before) ?? []);
  const [first] = news;
  if (first && news.length === 1)
    return { title: newsWords(first), lines: [matchWords(first.moment), ...standings] };
  const more = news.length - MOST_LINES;
  const lines = [...news.slice(0, MOST_LINES).map(newsWords), ...(more > 0 ? [`and ${more} more`] : [])];
  return { title: `${news.length} moments of your players`, lines: [...lines, ...standings] };
}

/** "Gameweek 12: you are 8th (up 4)". */
function standingIn(
  { id, game }: ParticipationDetails,
  now: readonly Participation[],
  before: ReadonlyMap<string, Before>,
): string | null {
  const latest = now.find((team) => team.id === id);
  const words = latest && standingWords(latest, before.get(id));
  return words ? `${game.name}: ${words}` : null;
}
