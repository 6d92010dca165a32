import { moveToField } from '@touchline/rules/draft';
import { Button } from '@touchline/ui/base';
import { IconArrowDown, IconArrowUp, IconInfoCircle, IconTrash } from '@touchline/ui/icons';
import type { PitchSlot } from '@touchline/ui/Pitch';
import { BANDS } from '../Armbands.tsx';
import { useBuilder, useDraft } from '../draft/builder-context.ts';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import { useLineupMoves } from '../draft/use-lineup-moves.ts';
import classes from './SlotPicker.module.css';

interface CurrentPlayerProps {
  slot: PitchSlot;
  id: number;
  onDone: () => void;
}

/** Actions for the player in the slot. */
export function CurrentPlayer({ slot, id, onDone }: CurrentPlayerProps) {
  const { byId, positions, showDetails } = useBuilder();
  const { draft } = useDraft();
  const moves = useDraftMoves();
  const { toBench, toField } = useLineupMoves();
  const player = byId.get(id);
  if (!player) return null;
  const runAndClose = (action: () => void) => () => {
    action();
    onDone();
  };
  const onBench = draft.bench.includes(id);
  const hasFreeSlot = moveToField(draft, id, positions) !== draft;
  return (
    <div className={classes.current}>
      <Button
        variant="default"
        leftSection={<IconInfoCircle size={18} />}
        onClick={runAndClose(() => {
          // The details return the focus to it when they close, because this button is gone by then.
          document.querySelector<HTMLElement>(`[data-slot="${slot.id}"]`)?.focus();
          showDetails(player);
        })}
      >
        Details
      </Button>
      {onBench ? (
        <BenchMoves id={id} />
      ) : (
        <Button
          variant="default"
          leftSection={<IconArrowDown size={18} />}
          onClick={runAndClose(() => toBench(id))}
        >
          To the bench
        </Button>
      )}
      {onBench && hasFreeSlot ? (
        <Button
          variant="default"
          leftSection={<IconArrowUp size={18} />}
          onClick={runAndClose(() => toField(id))}
        >
          To the pitch
        </Button>
      ) : null}
      {onBench ? null : <ArmbandButtons id={id} onDone={onDone} />}
      <Button
        variant="light"
        color="danger"
        leftSection={<IconTrash size={18} />}
        onClick={runAndClose(() => moves.remove(player))}
      >
        Remove
      </Button>
    </div>
  );
}

function ArmbandButtons({ id, onDone }: Pick<CurrentPlayerProps, 'id' | 'onDone'>) {
  const { draft } = useDraft();
  const { giveArmband, takeArmband } = useLineupMoves();
  return BANDS.map(({ band, label }) => {
    const worn = draft[band] === id;
    return (
      <Button
        key={band}
        variant={worn ? 'filled' : 'default'}
        color="gold"
        aria-pressed={worn}
        onClick={() => {
          if (worn) takeArmband(band, id);
          else giveArmband(band, id);
          onDone();
        }}
      >
        {label}
      </Button>
    );
  });
}

function BenchMoves({ id }: { id: number }) {
  const { draft } = useDraft();
  const { positions } = useBuilder();
  const { moveOnBench } = useLineupMoves();
  const at = draft.bench.indexOf(id);
  const isOutfield = (other: number | undefined) => other !== undefined && positions.get(other) !== 1;
  if (!isOutfield(id)) return null;
  return (
    <>
      <Button
        variant="default"
        disabled={!isOutfield(draft.bench[at - 1])}
        onClick={() => moveOnBench(id, -1)}
      >
        Move up the bench
      </Button>
      <Button
        variant="default"
        disabled={!isOutfield(draft.bench[at + 1])}
        onClick={() => moveOnBench(id, 1)}
      >
        Move down the bench
      </Button>
    </>
  );
}
