import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react';

interface TooltipProps {
  opened: boolean;
  target: HTMLElement;
  label: string;
}

interface ReasonTooltip {
  /** Handlers of the list. */
  listProps: { onMouseOver: (event: MouseEvent) => void; onMouseLeave: () => void };
  tooltip: ReactNode;
}

/**
 * The tooltip of a list's greyed-out rows: the `aria-description` of the button under the pointer. All rows share one tooltip, and its
 * large library is loaded when the first is needed.
 */
export function useReasonTooltip(): ReasonTooltip {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [Tooltip, setTooltip] = useState<ComponentType<TooltipProps> | null>(null);
  const label = target?.getAttribute('aria-description');
  return {
    listProps: {
      onMouseOver: ({ target: hovered }) => {
        const described = (hovered as Element).closest<HTMLElement>('[aria-description]');
        setTarget(described);
        // Without a connection there is no tooltip. Pressing the row shows the reason too.
        if (described && !Tooltip)
          import('@touchline/ui/tooltip').then(
            (library) => setTooltip(() => library.Tooltip),
            () => {},
          );
      },
      onMouseLeave: () => setTarget(null),
    },
    tooltip: Tooltip && target && label ? <Tooltip opened target={target} label={label} /> : null,
  };
}
