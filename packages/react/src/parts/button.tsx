import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

export interface ButtonProps {
  children: ReactNode;
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: IconName | ReactElement;
  /** If left out, the button submits its form. */
  onClick?: () => void;
  /** Whether its action is running. The button keeps its size and the focus. */
  busy?: boolean;
  /** Whether the button is disabled, because another action runs or input is missing. */
  disabled?: boolean;
  /** The text for screen readers, if the visible words need their context. */
  label?: string;
}

export function Button({
  children,
  kind = 'secondary',
  icon,
  onClick,
  busy = false,
  disabled = false,
  label,
}: ButtonProps): ReactNode {
  return (
    <button
      type={onClick === undefined ? 'submit' : 'button'}
      className={`kw-button kw-${kind}`}
      aria-label={label}
      // Not disabled while it runs, which would take the focus away.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      disabled={disabled && !busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      <span>{children}</span>
      {busy && <span className="kw-spinner" aria-hidden="true" />}
    </button>
  );
}
