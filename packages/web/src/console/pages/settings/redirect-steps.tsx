import type { ReactNode } from 'react';
import { documentation } from '../../lib/paths.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { CopyButton } from '../../ui/copy.tsx';

export interface RedirectStepsProps {
  preset: string;
  label: string;
  /** The address to register at the provider. */
  redirect: string;
  children?: ReactNode;
}

/** What to register at a provider, with the guide for it. */
export function RedirectSteps({ preset, label, redirect, children }: RedirectStepsProps) {
  const t = settingsTexts.provider;
  const guide = documentation(`providers/${preset}`);
  return (
    <div className="kc-stack">
      <p className="kc-flush">
        {t.steps(label)} {guide !== null && <a href={guide}>{t.guide(label)}</a>}
      </p>
      <div className="kc-redirect">
        <code>{redirect}</code>
        <CopyButton value={redirect} label={t.copyRedirect} />
      </div>
      {children}
    </div>
  );
}
