import { LONG_POSITION_NAMES } from '@touchline/rules/squad';
import { useMediaQuery } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import type { PitchSlot } from '@touchline/ui/Pitch';
import { CurrentPlayer } from './CurrentPlayer.tsx';
import { PHONE_QUERY, SlotCandidates } from './SlotCandidates.tsx';

interface SlotPickerProps {
  opened: boolean;
  slot: PitchSlot | null;
  onClose: () => void;
}

/** Changes the player in a slot (BUILD-19). */
export function SlotPicker({ opened, slot, onClose }: SlotPickerProps) {
  const phone = useMediaQuery(PHONE_QUERY);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={slot ? formatTitle(slot) : ''}
      fullScreen={phone ?? false}
    >
      {slot ? (
        <>
          {slot.player ? <CurrentPlayer slot={slot} id={slot.player.id} onDone={onClose} /> : null}
          <SlotCandidates key={slot.id} slot={slot} onDone={onClose} />
        </>
      ) : null}
    </Dialog>
  );
}

const formatTitle = ({ position, player }: PitchSlot) =>
  player ? `Change ${player.name}` : `Choose a ${LONG_POSITION_NAMES[position]}`;
