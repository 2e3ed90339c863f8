import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { brandVariables, FONT_STACKS } from '../../../../../server/src/lib/brand-variables.ts';
import type { ShownBranding } from '../../../pages/shown-branding.ts';
import { sectionsQuery, type SettingsSection } from '../../data/settings.ts';
import { boot } from '../../lib/boot.ts';
import { useStore } from '../../lib/store.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Panel } from '../../ui/page.tsx';
import { wholeOf } from './draft.ts';
import { drafts } from './drafts.ts';

const THEMES = ['light', 'dark'] as const;
const SIZES = ['desktop', 'phone'] as const;

/** The sign-in page itself in a frame, with the values of the form. It sends no requests, and nobody can use it. */
export function BrandingPreview({ section }: { section: SettingsSection }) {
  const t = settingsTexts.branding;
  const own = useComputedColorScheme();
  const [theme = own, setTheme] = useState<(typeof THEMES)[number]>();
  const [size, setSize] = useState<(typeof SIZES)[number]>('desktop');
  const draft = useStore(drafts)[section.name];
  const sections = useQuery(sectionsQuery).data;
  const sender = sections
    ?.find(({ name }) => name === 'email')
    ?.fields.find(({ name }) => name === 'sender_name');
  const shown = shownOf(wholeOf(section, draft?.edits ?? {}), textOf(sender?.value), theme);
  return (
    <Panel
      title={t.preview}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t.theme}
            value={theme}
            onChange={setTheme}
            data={THEMES.map((value) => ({ value, label: t[value] }))}
          />
          <SegmentedControl
            size="xs"
            aria-label={t.size}
            className="kc-preview-size"
            value={size}
            onChange={setSize}
            data={SIZES.map((value) => ({ value, label: t[value] }))}
          />
        </>
      }
    >
      <Frame shown={shown} size={size} />
      <p className="kc-preview-note kc-muted kc-small">
        {draft === undefined ? t.previewText : t.previewUnsaved}{' '}
        {boot.pages && (
          <a href={`${boot.webPath}/signin`} target="_blank" rel="noopener">
            {t.openSignIn}
          </a>
        )}
      </p>
    </Panel>
  );
}

function Frame({ shown, size }: { shown: ShownBranding; size: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // Before its page is there, the frame has no origin or another one: the browser reports a message to it as an error.
  const isReady = useRef(false);
  const content = JSON.stringify(shown);
  useEffect(() => {
    const post = () => frame.current?.contentWindow?.postMessage(JSON.parse(content), location.origin);
    const onMessage = ({ source }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      isReady.current = true;
      post();
    };
    if (isReady.current) post();
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [content]);
  return (
    <div className="kc-preview" data-size={size} inert>
      {/* A page of our own: a sandbox without its origin could not load its scripts. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        ref={frame}
        title={settingsTexts.branding.frame}
        src={`${boot.webPath}/web/preview`}
        tabIndex={-1}
      />
    </div>
  );
}

/** @param sender the name of the sender of mails, which the pages show if there is no other name */
function shownOf(
  values: Readonly<Record<string, unknown>>,
  sender: string,
  theme: ShownBranding['theme'],
): ShownBranding {
  const { colour, radius, font, links } = values;
  return {
    branding: {
      name: textOf(values['name']).trim() || sender.trim() || 'Keyward',
      logoUrl: textOf(values['logo_url']) || null,
      links: linksOf(links),
    },
    style: brandVariables({
      colour: /^#[\da-f]{6}$/i.test(textOf(colour)) ? textOf(colour) : '',
      radius: typeof radius === 'number' ? radius : 0,
      font: isFont(font) ? font : 'geist',
    }),
    theme,
  };
}

function isFont(value: unknown): value is keyof typeof FONT_STACKS {
  return typeof value === 'string' && Object.hasOwn(FONT_STACKS, value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function linksOf(links: unknown): ShownBranding['branding']['links'] {
  if (!Array.isArray(links)) return [];
  return links
    .map((link: { label?: unknown; url?: unknown }) => ({ label: textOf(link.label), url: textOf(link.url) }))
    .filter(({ label }) => label !== '');
}
