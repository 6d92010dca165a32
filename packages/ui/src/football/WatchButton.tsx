import { ActionIcon, Button } from '@touchline/ui/base';
import { IconStar, IconStarFilled } from '../icons.ts';

interface WatchButtonProps {
  /** Name of the player. */
  name: string;
  watched: boolean;
  onToggle: () => void;
  /** Shows a text next to the star. */
  withText?: boolean;
}

/** Star that adds a player to the watchlist or removes the player. */
export function WatchButton({ name, watched, onToggle, withText = false }: WatchButtonProps) {
  const Icon = watched ? IconStarFilled : IconStar;
  const icon = <Icon size={20} color={watched ? 'var(--tl-gold-ink)' : 'currentColor'} aria-hidden="true" />;
  if (withText)
    return (
      <Button variant="default" leftSection={icon} aria-pressed={watched} onClick={onToggle}>
        {watched ? 'Watching' : 'Watch'}
      </Button>
    );
  return (
    <ActionIcon aria-label={`Watch ${name}`} aria-pressed={watched} onClick={onToggle}>
      {icon}
    </ActionIcon>
  );
}
