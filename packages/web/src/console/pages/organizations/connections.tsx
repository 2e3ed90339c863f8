import type { Organization } from '@keyward/client';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Listed } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { dateOf, useNow, When } from '../../ui/when.tsx';
import type { Connection } from './connection-draft.ts';
import { ConnectionForm } from './connection-form.tsx';
import { Approval, type ApprovalProps } from './approval.tsx';
import { PortalLink } from './portal-link.tsx';

const TONES: Record<Connection['status'], Tone> = { draft: 'neutral', active: 'good', disabled: 'warn' };

/** How long before it expires a certificate is highlighted; the owners get a mail at that time too. */
const SOON_MS = 30 * 86_400_000;

/** False for a draft without issuer or metadata: nobody can sign in with it. */
const isKnown = ({ oidc, saml }: Connection) => (oidc?.issuer ?? saml?.idp_sso_url ?? '') !== '';

/** Whether owners cannot sign in with it before somebody approves it. */
const waits = (connection: Connection) => !connection.signs_in_owners && isKnown(connection);

/** The identity providers of an organization. */
export function Connections({ organization: { id, status } }: { organization: Organization }) {
  const texts = useTexts().organizations;
  const t = texts.connections;
  const { connections } = service.admin.organizations;
  const [editing, setEditing] = useState<Connection | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Connection | null>(null);
  const [asking, setAsking] = useState<{ id: string; act: ApprovalProps['act'] } | null>(null);
  const [linking, setLinking] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const active = status === 'active';
  const { data, error, refetch } = useQuery({
    queryKey: ['organizations', 'connections', id],
    queryFn: ({ signal }) => ask(connections.list({ id }, { signal })),
    // The connections of a suspended organization cannot be read.
    enabled: active,
  });
  const about = data?.connections.find((one) => one.id === asking?.id);
  const changes = ['organizations', 'events'];
  const turn = useAct({
    run: ({ id: connection_id, status: now, version }: Connection) =>
      ask(
        connections.update({ id, connection_id, version, status: now === 'active' ? 'disabled' : 'active' }),
      ),
    changes,
    done: (turned) => t[turned.status === 'active' ? 'turnedOn' : 'turnedOff'](turned.name),
  });
  const approve = useAct({
    run: ({ id: connection_id, version }: Connection) =>
      ask(connections.update({ id, connection_id, version })),
    changes,
    done: ({ name }) => t.approved(name),
  });
  const attempt = useAct({
    run: ({ id: connection_id }: Connection) => ask(connections.test({ id, connection_id })),
    changes: [],
  });
  const remove = useAct({
    run: ({ id: connection_id }: Connection) => ask<unknown>(connections.delete({ id, connection_id })),
    changes,
    done: (_, { name }) => t.deleted(name),
  });
  /** Read again, because an admin may have changed it since. */
  async function openApproval(connection: Connection, act: ApprovalProps['act']): Promise<void> {
    await refetch();
    setAsking({ id: connection.id, act });
  }
  if (!active) return null;
  return (
    <Card
      title={t.title}
      actions={
        <Group gap={6}>
          <Button variant="default" size="compact-sm" onClick={() => setLinking(true)}>
            {texts.portal.make}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => setEditing('new')}>
            {t.add}
          </Button>
        </Group>
      }
    >
      <Listed rows={data?.connections} error={error} retry={() => void refetch()} none={t.none} loading={2}>
        {(rows) => (
          <ul className="kc-things">
            {rows.map((one) => (
              <li key={one.id} className="kc-thing-stack">
                <div>
                  <span>
                    <b>{one.name}</b> <Badge tone={TONES[one.status]}>{t.states[one.status]}</Badge>
                  </span>
                  <small>
                    {t.kinds[one.kind]}
                    {isKnown(one) && (
                      <>
                        {' · '}
                        <code>{one.oidc?.issuer ?? one.saml?.idp_entity_id}</code>
                      </>
                    )}
                  </small>
                  {waits(one) && <small data-tone="warn">{t.withoutOwners}</small>}
                  {one.still_required && <small>{t.stillRequired}</small>}
                  <Certificates connection={one} />
                  <details className="kc-more" open={one.status === 'draft'}>
                    <summary>{t.addresses}</summary>
                    <Addresses connection={one} />
                  </details>
                </div>
                <Group component="span" gap={6}>
                  {waits(one) && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t.approveOne(one.name)}
                      onClick={() => void openApproval(one, 'approve')}
                    >
                      {t.approve}
                    </Button>
                  )}
                  {isKnown(one) && (
                    <>
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={t.tryOne(one.name)}
                        loading={attempt.isPending && attempt.variables.id === one.id}
                        onClick={() =>
                          attempt.mutate(one, {
                            onSuccess: ({ url }) => void window.open(url, '_blank', 'noopener'),
                          })
                        }
                      >
                        {t.try}
                      </Button>
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={t[one.status === 'active' ? 'turnOffOne' : 'turnOnOne'](one.name)}
                        loading={turn.isPending && turn.variables.id === one.id}
                        onClick={() =>
                          one.status === 'active' ? turn.mutate(one) : void openApproval(one, 'turnOn')
                        }
                      >
                        {one.status === 'active' ? t.turnOff : t.turnOn}
                      </Button>
                    </>
                  )}
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t.editOne(one.name)}
                    onClick={() => setEditing(one)}
                  >
                    {t.edit}
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="default"
                    c="var(--kw-bad)"
                    aria-label={t.deleteOne(one.name)}
                    onClick={() => setDeleting(one)}
                  >
                    {t.delete}
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
        )}
      </Listed>
      {editing !== null && (
        <ConnectionForm
          organization={id}
          connection={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {linking && <PortalLink organization={id} onMade={setLink} onClose={() => setLinking(false)} />}
      {link !== null && (
        <SecretOnce title={texts.portal.madeTitle} secret={link} onClose={() => setLink(null)}>
          {texts.portal.madeText}
        </SecretOnce>
      )}
      {about !== undefined && asking !== null && (
        <Approval
          connection={about}
          act={asking.act}
          onConfirm={() => (asking.act === 'approve' ? approve : turn).mutateAsync(about)}
          onClose={() => setAsking(null)}
        />
      )}
      {deleting !== null && (
        <Confirm
          title={t.deleteTitle(deleting.name)}
          button={t.delete}
          phrase={deleting.name}
          onConfirm={() => remove.mutateAsync(deleting)}
          onClose={() => setDeleting(null)}
        >
          {t.deleteText}
        </Confirm>
      )}
    </Card>
  );
}

function Certificates({ connection: { saml } }: { connection: Connection }) {
  const t = useTexts().organizations.connections;
  const now = useNow();
  return saml?.idp_certificates.map(({ expires_at: end }) => {
    const left = dateOf(end).getTime() - now;
    return (
      <small key={end}>
        {left <= 0 ? t.certificateEnded : t.certificateEnds} <When at={end} />{' '}
        {left < SOON_MS && <Badge tone={left <= 0 ? 'bad' : 'warn'}>{left <= 0 ? t.ended : t.soon}</Badge>}
      </small>
    );
  });
}

/** The values that the administrator of the provider enters there. */
function Addresses({ connection: { oidc, saml } }: { connection: Connection }) {
  const t = useTexts().organizations.connections;
  const entries: [string, string | undefined][] = [
    [t.redirectUri, oidc?.redirect_uri],
    [t.entityId, saml?.sp_entity_id],
    [t.acsUrl, saml?.sp_acs_url],
  ];
  return (
    <Facts
      entries={entries.map(([name, value]) => [
        name,
        value === undefined ? undefined : <Copyable key={name} value={value} />,
      ])}
    />
  );
}
