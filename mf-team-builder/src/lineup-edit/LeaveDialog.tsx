import { Button, Group } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import panel from '../page/panel.module.css';

interface LeaveDialogProps {
  opened: boolean;
  /** Keeps editing. */
  onClose: () => void;
  onLeave: () => void;
}

/** Confirms leaving a page with unsaved changes. */
export function LeaveDialog({ opened, onClose, onLeave }: LeaveDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Leave without saving?">
      <p className={panel.hint}>Your lineup changes have not been saved and will be lost.</p>
      <Group justify="flex-end" gap={8} mt="lg">
        <Button variant="default" onClick={onLeave}>
          Leave
        </Button>
        <Button onClick={onClose} data-autofocus>
          Keep editing
        </Button>
      </Group>
    </Dialog>
  );
}
