import { ActionIcon } from '@touchline/ui/base';
import { IconEye, IconPencil, IconX } from '@touchline/ui/icons';
import type { DialogMode } from './RecordDialog.tsx';

interface RowActionsProps {
  /** Accessible name of the row: "Onion Bag". */
  rowName: string;
  onOpen(mode: DialogMode): void;
  /** Adds a third button, which only closes the dialog (ADMIN-10). */
  onClose?: () => void;
}

export function RowActions({ rowName: of, onOpen, onClose }: RowActionsProps) {
  return (
    <>
      <ActionIcon onClick={() => onOpen('view')} aria-label={`View ${of}`} title="View">
        <IconEye size={18} />
      </ActionIcon>
      <ActionIcon onClick={() => onOpen('edit')} aria-label={`Edit ${of}`} title="Edit">
        <IconPencil size={18} />
      </ActionIcon>
      {onClose ? (
        <ActionIcon onClick={onClose} aria-label={`Close details of ${of}`} title="Close details">
          <IconX size={18} />
        </ActionIcon>
      ) : null}
    </>
  );
}
