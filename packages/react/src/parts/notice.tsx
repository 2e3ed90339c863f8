import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** A sentence that screen readers read as soon as it appears. */
export function Notice({
  kind = 'info',
  children,
}: {
  kind?: 'info' | 'success' | 'warning' | 'problem';
  children: ReactNode;
}): ReactNode {
  return (
    <div className={`kw-notice kw-${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      <Icon name={kind === 'success' ? 'check' : 'alert'} />
      <div>{children}</div>
    </div>
  );
}
