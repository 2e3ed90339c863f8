import '@keyward/react/styles.css';
import type { ReactNode } from 'react';
import { Logo } from '../../logo.tsx';

/** The card before the console, for the sign-in and the set-up. */
export function DoorFrame({ children }: { children: ReactNode }) {
  return (
    <main className="kc-door">
      <div className="kw">
        <div className="kc-door-card">
          <Logo size={28} />
          {children}
        </div>
      </div>
    </main>
  );
}
