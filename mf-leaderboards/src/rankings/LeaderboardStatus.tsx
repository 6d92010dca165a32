import { Box, Group, Text } from '@touchline/ui/base';
import { describeAge, isKept } from '@touchline/ui/DataAge';
import { formatTimeWithSeconds, plural } from '@touchline/ui/format';

interface LeaderboardStatusProps {
  /** Number of matching teams; null while loading. */
  total: number | null;
  /** Epoch ms, by the browser's clock. */
  updatedAt: number;
  /** True if the last refresh failed. */
  late: boolean;
}

/** Number of teams and time of the last update. */
export function LeaderboardStatus({ total, updatedAt, late }: LeaderboardStatusProps) {
  if (total === null)
    return (
      <Text fz="sm" c="dimmed">
        Loading
      </Text>
    );
  return (
    <Group component="p" gap="0.25rem 0.75rem" m={0} fz="sm" c="dimmed">
      <span role="status">{plural(total, 'team')}</span>
      {isKept(updatedAt) || (late && !navigator.onLine) ? (
        <Box component="span" role="status" c="warn">
          {describeAge({ what: 'The leaderboard', at: updatedAt, failed: late, now: Date.now() })}
        </Box>
      ) : late ? (
        <Box component="span" role="status" c="warn">
          Failed to load leaderboard. Showing data from {formatTimeWithSeconds(updatedAt)}; retrying.
        </Box>
      ) : (
        <span className="tl-figures">Updated {formatTimeWithSeconds(updatedAt)}</span>
      )}
    </Group>
  );
}
