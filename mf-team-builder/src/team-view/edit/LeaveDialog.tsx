import { Button } from '@touchline/ui/base';
import { Modal } from '@touchline/ui/overlays';
import shared from '../team-view.module.css';
import classes from './edit.module.css';

interface LeaveDialogProps {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked before a page with unsaved changes is left. */
export function LeaveDialog({ opened, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title={<span className={shared.dialogTitle}>Leave without saving?</span>}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
    >
      <p className={shared.hint}>
        Your changes to the line-up are not saved. Your team stays as it was before.
      </p>
      <div className={classes.leave}>
        <Button variant="default" onClick={onLeave}>
          Leave
        </Button>
        <Button onClick={onStay} data-autofocus>
          Keep editing
        </Button>
      </div>
    </Modal>
  );
}
