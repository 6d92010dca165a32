import type { Game } from '@touchline/api/http/games';
import { Button } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { IconAward } from '@touchline/ui/icons';
import { useState } from 'react';
import { PrizeSheet } from './PrizeSheet.tsx';

/** Button that opens the prize rules and the prize table of a game. */
export function PrizesButton({ game, className }: { game: Game; className: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        className={className}
        leftSection={<IconAward size={18} />}
        aria-label={`Prizes of ${game.name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Prizes
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={`Prizes: ${game.name}`}>
        <PrizeSheet game={game} />
      </Dialog>
    </>
  );
}
