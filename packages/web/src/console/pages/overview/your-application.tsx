import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { boot } from '../../lib/boot.ts';
import { documentation } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { type Application, APPLICATIONS, snippetOf } from './snippets.ts';

/** The guides of the documentation, for more than the snippet. */
const GUIDES: Record<Application, string> = {
  React: 'react',
  'Next.js': 'react',
  Express: 'tokens',
  Python: 'tokens',
  Go: 'tokens',
  mobile: 'tokens',
};

/** Packages that are installed from a clone. */
const WITH_PACKAGES: ReadonlySet<Application> = new Set(['React', 'Next.js', 'mobile']);

/** Code for an application, with the addresses of this service. */
export function YourApplication() {
  const t = useTexts().overview.checklist;
  const [kind, setKind] = useState<Application>('React');
  const { file, code, commands } = snippetOf(kind, boot);
  const guide = documentation(GUIDES[kind]);
  return (
    <div className="kc-snippet">
      <SegmentedControl
        size="xs"
        aria-label={t.kind}
        value={kind}
        onChange={setKind}
        data={APPLICATIONS.map((value) => ({ value, label: value === 'mobile' ? t.mobile : value }))}
      />
      <div className="kc-snippet-head">
        <code>{file}</code>
        <CopyButton value={code} label={t.copy} />
      </div>
      <Code label={file} text={code} />
      <Code label={t.commands} text={commands} />
      <p className="kc-flush kc-muted kc-small">
        {WITH_PACKAGES.has(kind) ? t.packages : t.token} {guide !== null && <a href={guide}>{t.guide}</a>}
      </p>
    </div>
  );
}

/** Long code scrolls, so the keyboard must reach it. */
function Code({ label, text }: { label: string; text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="kc-json" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  );
}
