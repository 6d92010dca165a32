import { Badge } from '@touchline/ui/base';
import { LiveDot } from '../motion/LiveDot.tsx';

const STATUS = {
  UPCOMING: { text: 'Upcoming', color: 'info' },
  ACTIVE: { text: 'Active', color: 'grass' },
  COMPLETED: { text: 'Completed', color: 'gray' },
  CANCELLED: { text: 'Cancelled', color: 'danger' },
} as const;

interface GameStatusBadgeProps {
  status: keyof typeof STATUS;
  size?: 'md' | 'lg';
}

/** The status of a game (MYTEAM-09). */
export function GameStatusBadge({ status, size = 'md' }: GameStatusBadgeProps) {
  const { text, color } = STATUS[status];
  return (
    <Badge size={size} color={color} leftSection={status === 'ACTIVE' ? <LiveDot /> : undefined}>
      {text}
    </Badge>
  );
}
