import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArrowBackUp, IconFileText, IconFilter, IconSettings, IconUser } from '@tabler/icons-react';
import { boot } from '../../lib/boot.ts';
import type { Query } from '../../lib/address.ts';
import { ask, isServiceError, service } from '../../service/service.ts';
import { consolePath, documentation } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { Copyable, CopyButton } from '../../ui/copy.tsx';
import { changesOf } from '../../ui/event-words.ts';
import { Diff, Facts, Json } from '../../ui/facts.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { placeOf } from '../../data/settings-parts.ts';
import { accountOf, actorIdOf, type AnyEvent, anyEvent, isKnown, restOf } from './event-facts.ts';
import { ConcernedLink, EventTypeName, useActorName } from './event-row.tsx';

export interface EventPanelProps {
  id: string;
  /** The event, if the list has it. */
  known: AnyEvent | undefined;
  onClose: () => void;
  /** Shows other events in the list. */
  onPivot: (filter: Query) => void;
}

/** One event: its changes, actor and origin, with links to related pages. */
export function EventPanel({ id, known, onClose, onPivot }: EventPanelProps) {
  const t = useTexts().events;
  const asked = useQuery({
    queryKey: ['events', 'one', id],
    enabled: known === undefined,
    async queryFn() {
      try {
        return anyEvent(await ask(service.admin.events.get({ id })));
      } catch (error) {
        if (isServiceError(error) && error.status === 404) return null;
        throw error;
      }
    },
  });
  const event = known ?? asked.data;
  return (
    <SidePanel title={event ? <EventTypeName type={event.type} /> : t.event} onClose={onClose}>
      <Loaded found={{ data: event, error: asked.error, refetch: asked.refetch }}>
        {(one) =>
          one === null ? (
            <Empty title={t.gone}>{t.goneText}</Empty>
          ) : (
            <Content event={one} onPivot={onPivot} />
          )
        }
      </Loaded>
    </SidePanel>
  );
}

function Content({ event, onPivot }: { event: AnyEvent; onPivot: (filter: Query) => void }) {
  const t = useTexts().events;
  const nameOf = useActorName();
  const { data } = event;
  const account = accountOf(event);
  const actor = actorIdOf(event);
  const changes = changesOf(event);
  const rest = restOf(event);
  const setting = isKnown(event) && event.type === 'settings.changed' ? placeOf(event.data.section) : null;
  const types = documentation('event-types');
  const filter = <IconFilter size={14} />;
  return (
    <Stack gap="md">
      <Group gap="xs">
        {account !== null && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconUser size={14} />}
              renderRoot={(root) => <Link {...root} to={consolePath(`accounts/${account.id}`)} />}
            >
              {t.openAccount}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={filter}
              onClick={() => onPivot({ account_id: String(account.id) })}
            >
              {t.ofAccount}
            </Button>
          </>
        )}
        {actor !== null && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={filter}
            onClick={() => onPivot({ actor_id: actor })}
          >
            {t.ofActor}
          </Button>
        )}
        {data.client !== null && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={filter}
            onClick={() => onPivot({ ip_address: data.client?.ip_address })}
          >
            {t.ofAddress}
          </Button>
        )}
        {setting !== null && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconSettings size={14} />}
              renderRoot={(root) => <Link {...root} to={consolePath(setting.path)} search={setting.search} />}
            >
              {t.openSetting}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconArrowBackUp size={14} />}
              renderRoot={(root) => (
                <Link
                  {...root}
                  to={consolePath(setting.path)}
                  search={{ ...setting.search, 'roll-back': 'yes' }}
                />
              )}
            >
              {t.rollBack}
            </Button>
          </>
        )}
        {data.request_id !== null && boot.logPath !== false && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconFileText size={14} />}
            renderRoot={(root) => (
              <Link {...root} to={consolePath('logs')} search={{ q: `request_id:${data.request_id}` }} />
            )}
          >
            {t.inLogs}
          </Button>
        )}
      </Group>
      <Facts
        entries={[
          [t.columns.time, <When key="time" at={event.timestamp} exactly />],
          [t.columns.account, account === null ? undefined : <ConcernedLink key="account" {...account} />],
          [
            t.columns.actor,
            actor === null ? nameOf(event) : <Actor key="actor" name={nameOf(event)} id={actor} />,
          ],
          [
            t.columns.address,
            data.client === null ? undefined : <Copyable key="ip" value={data.client.ip_address} />,
          ],
          [t.agent, data.client?.user_agent || undefined],
          [
            t.request,
            data.request_id === null ? undefined : <Copyable key="request" value={data.request_id} />,
          ],
          [t.id, <Copyable key="id" value={event.id} />],
        ]}
      />
      {changes !== undefined && (
        <section className="kc-stack">
          <h3 className="kc-part">{t.changed}</h3>
          <Diff changes={changes} />
        </section>
      )}
      {rest !== null && (
        <section className="kc-stack">
          <h3 className="kc-part">{t.more}</h3>
          <Json value={rest} label={t.more} />
        </section>
      )}
      <details className="kc-event-json">
        <summary>JSON</summary>
        <Json value={event} label="JSON" />
      </details>
      <Group gap="xs">
        <CopyButton value={JSON.stringify(event, null, 2)} label={t.copyJson} />
        <CopyButton value={window.location.href} label={t.copyLink} />
        {types !== null && (
          <a className="kc-small" href={types}>
            {t.aboutTypes}
          </a>
        )}
      </Group>
    </Stack>
  );
}

function Actor({ name, id }: { name: string; id: string }) {
  return (
    <span>
      {name} {name !== id && <code className="kc-muted">{id}</code>}
    </span>
  );
}
