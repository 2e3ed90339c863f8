import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sectionsQuery, type SettingsSection } from '../../data/settings.ts';
import { useStore } from '../../lib/store.ts';
import { NotFound } from '../../shell/error-pages.tsx';
import { consolePath, documentation } from '../../lib/paths.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import { CreateSigningKey } from './create-signing-key.tsx';
import { drafts } from './drafts.ts';
import { History } from './history.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { MailTexts } from './mail-texts.tsx';
import { type Part, PART_GROUPS, partOf, PARTS } from '../../data/settings-parts.ts';
import { Providers } from './providers.tsx';
import { RedactionTrial } from './redaction-trial.tsx';
import { SectionActions } from './section-actions.tsx';
import { SectionForm } from './section-form.tsx';
import { TestMail } from './test-mail.tsx';
import './settings.css';

export function SettingsPage() {
  const texts = useTexts();
  const { section: name } = useParams({ strict: false });
  const sections = useQuery(sectionsQuery);
  const part = partOf(name ?? PARTS[0]?.id);
  if (part === undefined) return <NotFound />;
  return (
    <Page title={texts.pages.settings} intro={settingsTexts.intro}>
      <div className="kc-settings">
        <List present={part} sections={sections.data ?? []} />
        <div className="kc-settings-part">
          <Loaded found={sections} loading={6}>
            {(found) => <Shown part={part} sections={found} />}
          </Loaded>
        </div>
      </div>
      <LeaveGuard />
    </Page>
  );
}

/** The sections in groups, each with a mark if it has unsaved or refused changes; on narrow windows, one select. */
function List({ present, sections }: { present: Part; sections: readonly SettingsSection[] }) {
  const t = settingsTexts;
  const navigate = useNavigate();
  const marks = useMarks(sections);
  const groups = PART_GROUPS.map(({ group, parts }) => ({
    group,
    name: t.partGroups[group],
    parts: parts.map((part) => ({ id: part.id, name: t.parts[part.id].name, mark: marks(part) })),
  }));
  return (
    <>
      <ul className="kc-settings-list" aria-label={t.sectionList}>
        {groups.map(({ group, name, parts }) => (
          <li key={group}>
            <p id={`settings-${group}`}>{name}</p>
            <ul aria-labelledby={`settings-${group}`}>
              {parts.map(({ id, name: own, mark }) => (
                <li key={id}>
                  <Link
                    to={consolePath(`settings/${id}`)}
                    aria-current={id === present.id ? 'page' : undefined}
                  >
                    {own}
                    {mark !== undefined && (
                      <span className="kc-dot" data-bad={mark === t.problem || undefined} title={mark}>
                        <span className="kc-visually-hidden">, {mark}</span>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <NativeSelect
        className="kc-settings-select"
        aria-label={t.sectionList}
        value={present.id}
        data={groups.map(({ name, parts }) => ({
          group: name,
          items: parts.map(({ id, name: own, mark }) => ({
            value: id,
            label: mark === undefined ? own : `${own} (${mark})`,
          })),
        }))}
        onChange={(event) => void navigate({ to: consolePath(`settings/${event.currentTarget.value}`) })}
      />
    </>
  );
}

/** What to say about the changes of a part; undefined: there are none. */
function useMarks(sections: readonly SettingsSection[]): (part: Part) => string | undefined {
  const t = settingsTexts;
  const unsaved = useStore(drafts);
  const providers = sections.flatMap(({ name, provider }) => (provider === null ? [] : [name]));
  return ({ section }) => {
    const names = section === undefined ? providers : [section];
    const waiting = Object.entries(unsaved).flatMap(([name, draft]) =>
      names.includes(name.split('/')[0] ?? name) ? [draft] : [],
    );
    if (waiting.some(({ refused }) => refused)) return t.problem;
    return waiting.length > 0 ? t.unsaved : undefined;
  };
}

function Shown({ part, sections }: { part: Part; sections: readonly SettingsSection[] }) {
  const section = sections.find(({ name }) => name === part.section);
  if (part.id === 'mail-texts')
    return (
      <>
        <Head part={part} />
        <MailTexts />
      </>
    );
  if (part.section === undefined) return <Providers sections={sections} head={<Head part={part} />} />;
  if (section === undefined) return <NotFound />;
  const form = { section, groups: part.groups };
  return (
    <>
      <Head part={part} actions={<SectionActions section={section} />} />
      {part.id === 'branding' ? (
        <div className="kc-branding">
          <SectionForm {...form} />
          <BrandingPreview section={section} />
        </div>
      ) : (
        <SectionForm
          key={section.name}
          {...form}
          heads={{ ...(part.id === 'tokens' && { key: <CreateSigningKey section={section} /> }) }}
        />
      )}
      {part.id === 'mail' && <TestMail section={section} />}
      {part.id === 'logs' && <RedactionTrial section={section} />}
      <History section={section} />
    </>
  );
}

function Head({ part, actions }: { part: Part; actions?: ReactNode }) {
  const t = settingsTexts;
  const page = documentation(part.documentation);
  return (
    <div className="kc-part-head">
      <div>
        <h2>{t.parts[part.id].name}</h2>
        <p>
          {t.parts[part.id].intro} {page !== null && <a href={page}>{t.documentation}</a>}
        </p>
        {part.id === 'cookies' && <p>{t.ownSessionOfCookies}</p>}
      </div>
      {actions}
    </div>
  );
}
