import { ProviderMark } from '@keyward/react/parts';
import { Link } from '@tanstack/react-router';
import type { SettingsSection } from '../../data/settings.ts';
import { useAddressQuery } from '../../lib/address.ts';
import { useStore } from '../../lib/store.ts';
import { consolePath, documentation } from '../../lib/paths.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Panel } from '../../ui/page.tsx';
import { drafts } from './drafts.ts';
import { History } from './history.tsx';
import { PROVIDER_GROUPS } from './parts.ts';
import { SectionActions } from './section-actions.tsx';
import { SectionForm } from './section-form.tsx';
import { TryProvider } from './try-provider.tsx';

const LAST_SLOT = 10;

/** The slots of the identity providers, and the form of one of them. */
export function Providers({ sections }: { sections: readonly SettingsSection[] }) {
  const texts = settingsTexts;
  const t = texts.provider;
  const unsaved = useStore(drafts);
  const [query] = useAddressQuery();
  const slots = sections.filter(({ provider }) => provider !== null);
  const open = slots.find(({ name }) => name === query['slot']) ?? slots[0];
  const free = Array.from({ length: LAST_SLOT }, (_, index) => `idp${index + 1}`).find(
    (id) => !slots.some(({ provider }) => provider?.slot === id),
  );
  return (
    <>
      <Panel flush>
        <ul className="kc-slots" aria-label={t.list}>
          {slots.map(({ name, provider, fields }) => (
            <li key={name}>
              <Link
                to={consolePath('settings/providers')}
                search={{ slot: name }}
                aria-current={name === open?.name ? 'true' : undefined}
              >
                <ProviderMark name={provider?.preset ?? ''} label={provider?.label ?? ''} />
                <b>{provider?.label}</b>
                <code>{name}</code>
                {unsaved[name] !== undefined && <span className="kc-dot" title={texts.unsaved} />}
                {valueIn(fields, 'client_id') === '' ? (
                  <Badge>{t.off}</Badge>
                ) : (
                  <Badge tone="good">{t.on}</Badge>
                )}
              </Link>
            </li>
          ))}
        </ul>
        {free !== undefined && (
          <p className="kc-panel-note">{t.more(`KEYWARD_${free.toUpperCase()}_PRESET`)}</p>
        )}
      </Panel>
      {open !== undefined && <Slot key={open.name} section={open} label={open.provider?.label ?? ''} />}
    </>
  );
}

function Slot({ section, label }: { section: SettingsSection; label: string }) {
  const t = settingsTexts.provider;
  const { provider } = section;
  const redirect = valueIn(section.fields, 'redirect_uri') || (provider?.redirect_uri ?? '');
  // The cookie that ties a sign-in to its browser is sent only to this host.
  const host = URL.parse(redirect)?.host ?? '';
  const guide = documentation(`providers/${provider?.preset ?? 'oidc'}`);
  return (
    <>
      <div className="kc-part-head">
        <div>
          <h2>{label}</h2>
          <p>{t.presetHelp(`KEYWARD_${(provider?.slot ?? '').toUpperCase()}_PRESET`)}</p>
        </div>
        <SectionActions section={section} />
      </div>
      <Panel>
        <div className="kc-stack">
          <p className="kc-flush">
            {t.steps(label)} {guide !== null && <a href={guide}>{t.guide(label)}</a>}
          </p>
          <div className="kc-redirect">
            <code>{redirect}</code>
            <CopyButton value={redirect} label={t.copyRedirect} />
          </div>
          {host !== location.host && <p className="kc-flush kc-muted">{t.otherHost(location.host, host)}</p>}
        </div>
      </Panel>
      <SectionForm
        section={section}
        groups={PROVIDER_GROUPS}
        suggested={{ redirect_uri: provider?.redirect_uri ?? '' }}
      />
      {valueIn(section.fields, 'client_id') !== '' && <TryProvider section={section} label={label} />}
      <History section={section} />
    </>
  );
}

function valueIn(fields: SettingsSection['fields'], name: string): string {
  const value = fields.find((field) => field.name === name)?.value;
  return typeof value === 'string' ? value : '';
}
