import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

/** A state in one word. The tone only helps to find it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="kc-badge" data-tone={tone}>
      {children}
    </span>
  );
}
