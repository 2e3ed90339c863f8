import '@keyward/react/styles.css';
import { type ReactNode, useEffect } from 'react';
import { boot } from '../lib/boot.ts';
import { BrandMark } from '../ui/brand-mark.tsx';

/** The card before the console, for the sign-in and the set-up, with the brand. @param props.title of the tab */
export function DoorFrame({ title, children }: { title: string; children: ReactNode }) {
  const { name } = boot.branding;
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <main className="kc-door">
      <div className="kw">
        <div className="kc-door-card">
          <p className="kc-brand">
            <BrandMark size={28} />
            {name}
          </p>
          {children}
        </div>
      </div>
    </main>
  );
}
