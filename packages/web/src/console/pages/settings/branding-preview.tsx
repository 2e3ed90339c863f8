import '@keyward/react/styles.css';
import type { CSSProperties } from 'react';
import { Logo } from '../../../logo.tsx';
import { boot } from '../../lib/boot.ts';
import { brandVariables, FONT_STACKS } from '../../../../../server/src/lib/brand-variables.ts';
import type { SettingsSection } from '../../data/settings.ts';
import { useStore } from '../../lib/store.ts';
import { componentTexts } from '../../texts/component-texts.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Panel } from '../../ui/page.tsx';
import { wholeOf } from './draft.ts';
import { drafts } from './drafts.ts';

/** The sign-in page with the values of the form, light and dark. It is only a picture, without function. */
export function BrandingPreview({ section }: { section: SettingsSection }) {
  const t = settingsTexts.branding;
  const draft = useStore(drafts)[section.name];
  const values = wholeOf(section, draft?.edits ?? {});
  const logo = textOf(values['logo_url']);
  const elsewhere = /^https?:/i.test(logo) && !logo.startsWith(`${location.origin}/`);
  return (
    <Panel
      title={t.preview}
      actions={
        <a href={`${boot.webPath}/signin`} target="_blank" rel="noopener">
          {t.openSignIn}
        </a>
      }
    >
      <p className="kc-flush kc-muted">{t.previewText}</p>
      {elsewhere && <p className="kc-flush kc-muted">{t.logoElsewhere}</p>}
      <div className="kc-previews" style={styleOf(values)}>
        {(['light', 'dark'] as const).map((theme) => (
          <figure key={theme}>
            <SignInPicture
              theme={theme}
              name={textOf(values['name']).trim() || t.fallbackName}
              logo={elsewhere ? '' : logo}
              links={labelsOf(values['links'])}
            />
            <figcaption className="kc-muted kc-small">{t[theme]}</figcaption>
          </figure>
        ))}
      </div>
    </Panel>
  );
}

function SignInPicture(props: {
  theme: 'light' | 'dark';
  name: string;
  logo: string;
  links: readonly string[];
}) {
  const { theme, name, logo, links } = props;
  const texts = componentTexts;
  const words = texts.signIn;
  return (
    <div className="kw kc-preview" data-theme={theme} inert aria-hidden>
      <p className="kc-preview-brand">
        {logo === '' ? <Logo size={24} /> : <img src={logo} alt="" height="24" />}
        {name}
      </p>
      <div className="kw-panel">
        <b>{words.titleTo(name)}</b>
        <div className="kw-input">
          <input readOnly tabIndex={-1} value="ada@example.org" />
        </div>
        <div className="kw-input">
          <input readOnly tabIndex={-1} type="password" value="password" />
        </div>
        <span className="kw-button kw-primary">{words.button}</span>
        <span className="kw-button kw-secondary">{words.passkey}</span>
      </div>
      <p className="kc-preview-links">{links.join('  ·  ')}</p>
    </div>
  );
}

function styleOf({ colour, radius, font }: Record<string, unknown>): CSSProperties {
  const variables = brandVariables({
    colour: /^#[\da-f]{6}$/i.test(textOf(colour)) ? textOf(colour) : '',
    radius: typeof radius === 'number' ? radius : 0,
    font: isFont(font) ? font : 'geist',
  });
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`--keyward-${name}`, value]));
}

function isFont(value: unknown): value is keyof typeof FONT_STACKS {
  return typeof value === 'string' && Object.hasOwn(FONT_STACKS, value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function labelsOf(links: unknown): string[] {
  if (!Array.isArray(links)) return [];
  return links.map((link: { label?: unknown }) => textOf(link.label));
}
