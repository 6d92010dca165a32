import { SegmentedControl } from '@touchline/ui/forms';
import { GameweekPicker } from '@touchline/ui/GameweekPicker';
import classes from './team-view.module.css';

interface GameweekTabsProps {
  /** In ascending order. */
  gameweeks: readonly number[];
  shown: number;
  /** The gameweek that has not started; null if there is none. */
  next: number | null;
  onShow: (gameweek: number) => void;
}

/** Chooses the gameweek that the pitch shows. Two gameweeks are tabs, more are a list. */
export function GameweekTabs({ gameweeks, shown, next, onShow }: GameweekTabsProps) {
  if (gameweeks.length < 2) return null;
  if (gameweeks.length > 2)
    return (
      <GameweekPicker
        gameweeks={gameweeks.map((id) => ({
          id,
          // Short, because the list is narrow on a phone.
          name: id === next ? `GW${id}, next` : `Gameweek ${id}`,
        }))}
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
      data={gameweeks.map((id) => ({
        value: String(id),
        label: id === next ? `Gameweek ${id}, next` : `Gameweek ${id}`,
      }))}
      value={String(shown)}
      onChange={(gameweek) => onShow(Number(gameweek))}
    />
  );
}
