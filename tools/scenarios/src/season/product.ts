import { listGames } from '@touchline/api/http/games';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { type Product, withProduct } from '@touchline/local-stack/product';
import { DEFAULT_GAMEWEEK_MINUTES } from '@touchline/season-replay/replay';
import { replayCalendar } from '@touchline/season-replay/season/calendar';

/** Polling intervals for a season that is played in minutes. The bootstrap, the largest response, is polled least often. */
const POLLING = { poll_live_seconds: 0.05, poll_idle_seconds: 0.05, poll_bootstrap_seconds: 1 };

/** Runs `use` with a product on a paused replay of the season. The season game is free. */
export async function runWithSeason<T>(
  { archiveDir, log, signal }: { archiveDir: string; log?: (text: string) => void; signal?: AbortSignal },
  use: (product: Product) => Promise<T>,
): Promise<T> {
  const calendar = { ...replayCalendar(DEFAULT_GAMEWEEK_MINUTES), ...POLLING };
  return withProduct(
    {
      replay: { archiveDir, fromGameweek: 1, paused: true },
      env: {
        games: { SEASON_ENTRY_FEE: '0' },
        'fpl-relay': { CALENDAR: JSON.stringify(calendar) },
        // A season takes minutes, and every gameweek has a save.
        gateway: { RATE_LIMIT_LINEUP_WALLET_PER_MINUTE: '1000' },
      },
      ...(log === undefined ? {} : { say: log }),
      ...(signal === undefined ? {} : { signal }),
    },
    use,
  );
}

/** Waits for the open season game. @returns its id */
export async function findSeasonGame({ api }: Product): Promise<string> {
  const find = async () => {
    const { games } = await api.request(listGames, { query: { game_type: 'SEASON' } });
    return games.find((game) => game.status === 'UPCOMING' && Number(game.entry_fee) === 0)?.id;
  };
  return waitUntil(find, { what: 'an open season game', timeoutMs: 60_000 });
}
