import { ProviderMark } from '@keyward/react/parts';
import { Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SettingsSection } from '../../data/settings.ts';
import { consolePath } from '../../lib/paths.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/page.tsx';
import { History } from './history.tsx';
import { PROVIDER_GROUPS } from '../../data/settings-parts.ts';
import { isHidden } from '../../data/provider-presets.ts';
import { RedirectSteps } from './redirect-steps.tsx';
import { RemoveProvider } from './remove-provider.tsx';
import { SectionActions } from './section-actions.tsx';
import { SectionForm } from './section-form.tsx';
import { TryProvider } from './try-provider.tsx';

const LIST = consolePath('settings/providers');

/** One identity provider: how it is registered, its settings and their history. */
export function Provider({ section }: { section: SettingsSection }) {
  const t = settingsTexts.provider;
  const navigate = useNavigate();
  const { provider, fields } = section;
  const { preset = 'oidc', label = '', added = false, redirect_uri: usual = '' } = provider ?? {};
  const redirect = textIn(fields, 'redirect_uri') || usual;
  // The cookie that ties a sign-in to its browser is sent only to this host.
  const host = URL.parse(redirect)?.host ?? '';
  const isSetUp = textIn(fields, 'client_id') !== '';
  const own = fields.filter(({ name }) => !isHidden(preset, name));
  // All values of an added one are saved: a source would say nothing, and a reset would be refused.
  const form = added
    ? { ...section, fields: own.map((field) => ({ ...field, source: 'default' })) }
    : // Sign-ins that nobody can begin are neither on nor off.
      { ...section, fields: own.filter(({ name }) => isSetUp || name !== 'enabled') };
  return (
    <>
      <div className="kc-part-head">
        <div>
          <Link to={LIST}>{t.all}</Link>
          <h2 className="kc-provider-name">
            <ProviderMark name={preset} label={label} /> {label}
            {!isSetUp && <Badge tone="warn">{t.notSetUp}</Badge>}
          </h2>
          {!isSetUp && <p>{t.notSetUpHelp(label)}</p>}
          <p>
            {added
              ? t.addedHelp(section.name)
              : t.presetHelp(`KEYWARD_${(provider?.slot ?? '').toUpperCase()}_PRESET`)}
          </p>
        </div>
        <Group gap="xs">
          <SectionActions section={section} />
          {added && <RemoveProvider section={section} onRemoved={() => void navigate({ to: LIST })} />}
        </Group>
      </div>
      <Panel>
        <RedirectSteps preset={preset} label={label} redirect={redirect}>
          {host !== location.host && <p className="kc-flush kc-muted">{t.otherHost(location.host, host)}</p>}
        </RedirectSteps>
      </Panel>
      <SectionForm
        section={form}
        groups={PROVIDER_GROUPS}
        {...{ [added ? 'usual' : 'suggested']: { redirect_uri: usual } }}
      />
      {isSetUp && <TryProvider section={section} label={label} />}
      <History section={section} />
    </>
  );
}

/** The text of a field. */
export function textIn(fields: SettingsSection['fields'], name: string): string {
  const value = fields.find((field) => field.name === name)?.value;
  return typeof value === 'string' ? value : '';
}
