import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SettingsSection } from '../../data/settings.ts';
import { useAddressQuery } from '../../lib/address.ts';
import { consolePath } from '../../lib/paths.ts';
import { ask, service } from '../../service/service.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { Facts, Json } from '../../ui/facts.tsx';
import { Panel } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';

const { config } = service.admin;

/** Signs the superadmin in at the provider, but nowhere here. The browser comes back with the id of the trial. */
export function TryProvider({ section, label }: { section: SettingsSection; label: string }) {
  const t = settingsTexts.tryProvider;
  const [{ trial }] = useAddressQuery();
  const begin = useMutation({
    mutationFn: async () => location.assign((await ask(config.tryProvider({ provider: section.name }))).url),
  });
  return (
    <Panel
      title={t.title}
      actions={
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {trial === undefined ? t.button : t.again}
        </Button>
      }
    >
      <div className="kc-stack">
        <p className="kc-flush kc-muted">{t.text(label)}</p>
        {begin.error !== null && <Failure error={begin.error} />}
        {trial !== undefined && <Outcome provider={section.name} id={trial} />}
      </div>
    </Panel>
  );
}

function Outcome({ provider, id }: { provider: string; id: string }) {
  const t = settingsTexts.tryProvider;
  const { data, error } = useQuery({
    queryKey: ['provider-trial', provider, id],
    queryFn: () => ask(config.triedProvider({ provider, id })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <Loading rows={3} />;
  const { profile, reach, received, failure } = data;
  return (
    <div className="kc-stack" role="status">
      {failure !== null && (
        <>
          <b>{t.failed}</b>
          <code className="kc-answer">{failure}</code>
        </>
      )}
      {reach !== null && (
        <p className="kc-flush">
          <b>{t.reach[reach.how]}</b>{' '}
          {reach.account_id !== null && (
            <Link className="kc-primary" to={consolePath(`accounts/${reach.account_id}`)}>
              {reach.account_email}
            </Link>
          )}
          {reach.reason !== null && <span className="kc-muted"> {reach.reason}</span>}
        </p>
      )}
      {profile !== null && (
        <Facts
          entries={[
            [t.subject, <code key="subject">{profile.subject}</code>],
            [t.email, profile.email ?? '–'],
            [t.verified, profile.email_verified ? t.yes : t.no],
            [t.name, profile.name ?? '–'],
          ]}
        />
      )}
      {Object.keys(received).length > 0 && (
        <details>
          <summary>{t.received}</summary>
          <Json value={received} label={t.received} />
        </details>
      )}
    </div>
  );
}
