import type { Game } from '@touchline/api/http/games';
import { LazyDialog } from '@touchline/host/LazyDialog';
import { Button } from '@touchline/ui/base';
import { IconAward } from '@touchline/ui/icons';
import { useState } from 'react';

const load = async () =>
  (await import(/* webpackChunkName: "game-dialogs" */ './PrizesDialog.tsx')).PrizesDialog;

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
      <LazyDialog
        what="The prizes"
        load={load}
        dialog={{ opened: open, onClose: () => setOpen(false), game }}
      />
    </>
  );
}
