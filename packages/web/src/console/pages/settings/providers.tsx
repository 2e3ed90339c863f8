import { ProviderMark } from '@keyward/react/parts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SettingsSection } from '../../data/settings.ts';
import { useAddressQuery } from '../../lib/address.ts';
import { useStore } from '../../lib/store.ts';
import { consolePath } from '../../lib/paths.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/page.tsx';
import { AddProvider } from './add-provider.tsx';
import { drafts } from './drafts.ts';
import { CATALOGUE } from '../../data/provider-presets.ts';
import { Provider, textIn } from './provider.tsx';

export interface ProvidersProps {
  sections: readonly SettingsSection[];
  /** The heading of the list. */
  head: ReactNode;
}

/** The identity providers that are set up, and a catalogue to add others; or the form of one of them. */
export function Providers({ sections, head }: ProvidersProps) {
  const [query] = useAddressQuery();
  const slots = sections.filter(({ provider }) => provider !== null);
  const open = slots.find(({ name }) => name === query['slot']);
  if (open !== undefined) return <Provider key={open.name} section={open} />;
  return (
    <>
      {head}
      <SetUp sections={slots.filter(isSetUp)} />
      <Catalogue slots={slots} />
    </>
  );
}

function SetUp({ sections }: { sections: readonly SettingsSection[] }) {
  const texts = settingsTexts;
  const t = texts.provider;
  const unsaved = useStore(drafts);
  return (
    <Panel title={t.list} flush>
      {sections.length === 0 && <p className="kc-panel-body kc-flush kc-muted">{t.none}</p>}
      <ul className="kc-slots" aria-label={t.list}>
        {sections.map((section) => (
          <li key={section.name}>
            <Link to={consolePath('settings/providers')} search={{ slot: section.name }}>
              <ProviderMark name={section.provider?.preset ?? ''} label={section.provider?.label ?? ''} />
              <b>{section.provider?.label}</b>
              <code>{section.name}</code>
              {unsaved[section.name] !== undefined && <span className="kc-dot" title={texts.unsaved} />}
              {section.fields.some(({ source }) => source === 'environment') && <Badge>{t.given}</Badge>}
              {isOn(section) ? <Badge tone="good">{t.on}</Badge> : <Badge tone="warn">{t.off}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Catalogue({ slots }: { slots: readonly SettingsSection[] }) {
  const t = settingsTexts.provider;
  const [query, change] = useAddressQuery();
  const chosen = CATALOGUE.find(({ preset }) => preset === query['add']);
  const [first] = slots;
  return (
    <Panel title={t.catalogue}>
      <ul className="kc-catalogue" aria-label={t.catalogue}>
        {CATALOGUE.map((one) => (
          <li key={one.preset}>
            <button type="button" onClick={() => change({ add: one.preset }, { push: true })}>
              <ProviderMark name={one.preset} label={one.label} />
              {one.label}
            </button>
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <AddProvider
          {...chosen}
          slot={slots.find((slot) => slot.provider?.preset === chosen.preset && !isSetUp(slot))}
          taken={slots.map(({ name }) => name)}
          redirectOf={(name) =>
            (first?.provider?.redirect_uri ?? '').replace(/[^/]+\/callback$/, `${name}/callback`)
          }
          onAdded={(slot) => change({ slot, add: undefined }, { push: true })}
          onClose={() => change({ add: undefined })}
        />
      )}
    </Panel>
  );
}

const isSetUp = ({ fields }: SettingsSection) => textIn(fields, 'client_id') !== '';

const isOn = ({ fields }: SettingsSection) => fields.find(({ name }) => name === 'enabled')?.value === true;
