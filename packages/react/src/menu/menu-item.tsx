import type { ReactNode } from 'react';
import { Icon } from '../parts/icons.tsx';

export interface MenuItemProps {
  children: ReactNode;
  picture?: ReactNode;
  /** For one of several choices: whether it is the present one. */
  checked?: boolean;
  busy?: boolean;
  disabled?: boolean;
  onChosen: () => void;
}

/** An item of a menu, which moves the focus itself. */
export function MenuItem({
  children,
  picture,
  checked,
  busy = false,
  disabled = false,
  onChosen,
}: MenuItemProps): ReactNode {
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-busy={busy || undefined}
      // The keys reach it too.
      aria-disabled={disabled || undefined}
      tabIndex={-1}
      className="kw-choice"
      onClick={() => {
        if (!disabled && !busy) onChosen();
      }}
    >
      {picture}
      <span className="kw-what">{children}</span>
      {checked === true && <Icon name="check" />}
    </button>
  );
}

export interface MenuLinkProps {
  to: string;
  navigate: (path: string) => void;
  children: ReactNode;
  onChosen: () => void;
}

/** An item that leads to another page of the application, also in a new tab. */
export function MenuLink({ to, navigate, children, onChosen }: MenuLinkProps): ReactNode {
  return (
    <a
      href={to}
      role="menuitem"
      tabIndex={-1}
      className="kw-choice"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onChosen();
        navigate(to);
      }}
    >
      <span className="kw-what">{children}</span>
    </a>
  );
}
