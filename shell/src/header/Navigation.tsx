import { NavLink } from '@touchline/host/router';
import type { NavItem } from '../remotes/registry.ts';
import { useShell } from '../shell-context.tsx';

interface NavigationProps {
  items: readonly NavItem[];
  className: string | undefined;
  linkClassName: string | undefined;
  /** A page was chosen. */
  onChoose?: () => void;
}

/** The product's pages as links; the code behind one is fetched as soon as somebody points at it. */
export function Navigation({ items, className, linkClassName, onChoose }: NavigationProps) {
  const { loader } = useShell();
  return (
    <ul className={className}>
      {items.map(({ to, label, remote }) => {
        const warm = () => remote && loader.warm(remote);
        return (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/'}
              className={linkClassName ?? ''}
              onPointerEnter={warm}
              onFocus={warm}
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
