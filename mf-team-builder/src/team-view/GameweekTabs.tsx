import { SegmentedControl } from '@touchline/ui/forms';
import { GameweekPicker } from '@touchline/ui/GameweekPicker';
import classes from './team-view.module.css';

interface GameweekTabsProps {
  /** In order. */
  gameweeks: readonly number[];
  shown: number;
  /** The gameweek that has not begun; null without one. */
  next: number | null;
  onShow: (gameweek: number) => void;
}

/** Chooses the gameweek that the pitch shows: two as tabs, more from a list. */
export function GameweekTabs({ gameweeks, shown, next, onShow }: GameweekTabsProps) {
  const nameOf = (gameweek: number) =>
    gameweek === next ? `Gameweek ${gameweek}, next` : `Gameweek ${gameweek}`;
  if (gameweeks.length < 2) return null;
  if (gameweeks.length > 2)
    return (
      <GameweekPicker
        gameweeks={gameweeks.map((id) => ({ id, name: nameOf(id) }))}
        value={shown}
        onChange={onShow}
        current={null}
      />
    );
  return (
    <SegmentedControl
      fullWidth
      className={classes.gameweekTabs}
      aria-label="Gameweek"
      data={gameweeks.map((id) => ({ value: String(id), label: nameOf(id) }))}
      value={String(shown)}
      onChange={(gameweek) => onShow(Number(gameweek))}
    />
  );
}
