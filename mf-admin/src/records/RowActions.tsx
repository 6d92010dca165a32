import { ActionIcon } from '@touchline/ui/base';
import { IconEye, IconPencil } from '@touchline/ui/icons';
import type { DialogMode } from './RecordDialog.tsx';

interface RowActionsProps {
  /** Accessible name of the row: "Onion Bag". */
  rowName: string;
  onOpen(mode: DialogMode): void;
}

/** Buttons of a row. The third one of ADMIN-10, which closes the dialog, is in the dialog: the dialog covers the rows. */
export function RowActions({ rowName: of, onOpen }: RowActionsProps) {
  return (
    <>
      <ActionIcon onClick={() => onOpen('view')} aria-label={`View ${of}`} title="View">
        <IconEye size={18} />
      </ActionIcon>
      <ActionIcon onClick={() => onOpen('edit')} aria-label={`Edit ${of}`} title="Edit">
        <IconPencil size={18} />
      </ActionIcon>
    </>
  );
}
