import { useMediaQuery } from '@touchline/ui/base';
import { Modal } from '@touchline/ui/overlays';
import type { PitchSlot } from '@touchline/ui/Pitch';
import classes from './builder.module.css';
import { CurrentPlayer } from './CurrentPlayer.tsx';
import { PHONE, SlotCandidates } from './SlotCandidates.tsx';

export const POSITION_WORDS = { 1: 'goalkeeper', 2: 'defender', 3: 'midfielder', 4: 'forward' } as const;

/** Who stands in a slot, and who could (BUILD-19). Null closes it. */
export function SlotPicker({ slot, onClose }: { slot: PitchSlot | null; onClose: () => void }) {
  const phone = useMediaQuery(PHONE);
  return (
    <Modal
      opened={slot !== null}
      onClose={onClose}
      size="lg"
      title={slot ? <span className={classes.dialogTitle}>{title(slot)}</span> : ''}
      fullScreen={phone ?? false}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      {slot ? (
        <>
          {slot.player ? <CurrentPlayer slot={slot} id={slot.player.id} onDone={onClose} /> : null}
          <SlotCandidates key={slot.id} slot={slot} onDone={onClose} />
        </>
      ) : null}
    </Modal>
  );
}

const title = ({ position, player }: PitchSlot) =>
  player ? `Change ${player.name}` : `Choose a ${POSITION_WORDS[position]}`;
