import type { Game } from '@touchline/api/http/games';
import { Dialog } from '@touchline/ui/Dialog';
import { PrizeSheet } from './PrizeSheet.tsx';

export interface PrizesDialogProps {
  opened: boolean;
  onClose: () => void;
  game: Game;
}

/** Prize rules and prize table of a game. */
export const PrizesDialog = ({ opened, onClose, game }: PrizesDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={`Prizes: ${game.name}`}>
    <PrizeSheet game={game} />
  </Dialog>
);
