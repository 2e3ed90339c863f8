import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

export interface ButtonProps {
  children: ReactNode;
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: IconName | ReactElement;
  /** Left out: the button sends its form. */
  onClick?: () => void;
  /** Whether what it began still runs. It keeps its size and the focus. */
  busy?: boolean;
  /** Whether something else runs, or something is missing. */
  disabled?: boolean;
  /** What a screen reader says, where the words need what stands beside them. */
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
