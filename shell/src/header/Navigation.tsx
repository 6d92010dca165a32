import { NavLink } from '@touchline/host/router';
import type { NavItem } from '../remotes/registry.ts';
import { useShell } from '../shell-context.ts';

interface NavigationProps {
  items: readonly NavItem[];
  className: string | undefined;
  linkClassName: string | undefined;
  /** Called when a link is followed. */
  onChoose?: () => void;
}

/** Links to the pages of the app. Hovering or focusing a link preloads its code. */
export function Navigation({ items, className, linkClassName, onChoose }: NavigationProps) {
  const { loader } = useShell();
  return (
    <ul className={className}>
      {items.map(({ to, label, remote }) => {
        const preload = () => remote && loader.preload(remote);
        return (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/'}
              className={linkClassName ?? ''}
              onPointerEnter={preload}
              onFocus={preload}
              onClick={onChoose}
            >
              {label}
            </NavLink>
          </li>
        );
      })}
    </ul>
  );
}
