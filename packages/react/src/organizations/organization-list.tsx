import type { OwnOrganization, ReceivedInvitation } from '@keyward/client';
import { type ReactNode, useEffect, useState } from 'react';
import { Card, Item, Whole } from '../account/card.tsx';
import { Guarded } from '../account/reauthentication.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { dateOf } from '../lib/times.ts';
import { Button } from '../parts/button.tsx';
import { PageLink } from '../parts/panel.tsx';
import { CreateOrganization } from './create-organization.tsx';
import { Logo } from './logo.tsx';
import { useOrganization } from './use-organization.ts';
import { useOrganizations } from './use-organizations.ts';

/** For `/organizations`: the person's own, the invitations that wait, and a form for a new one. */
export function OrganizationList(): ReactNode {
  const { texts, facts, paths, session, navigate, onHeading } = useKeyward();
  const words = texts.organizations;
  useEffect(() => onHeading?.(words.title), [words.title, onHeading]);
  if (session.status !== 'signed-in') return null;
  return (
    <div className="kw kw-account">
      <Guarded>
        <header className="kw-head">
          <h1 tabIndex={-1}>{words.title}</h1>
        </header>
        <Received />
        <Mine />
        {facts.organizations.creation && (
          <Card title={words.create} intro={words.createIntro}>
            <CreateOrganization onCreated={({ slug }) => navigate(`${paths.organization}/${slug}`)} />
          </Card>
        )}
      </Guarded>
    </div>
  );
}

function Received(): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.organizations;
  const { invitations, reload } = useOrganizations();
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);
  if (invitations.length === 0 && news === null) return null;

  async function accept({ id, organization: { name } }: ReceivedInvitation) {
    setNews(null);
    const result = await act.run(id, () => client.organizations.accept({ id }));
    if (result?.error === null) setNews(words.joined(name));
    await reload();
  }

  return (
    <Card title={words.received} act={act} news={news}>
      {invitations.length > 0 && (
        <ul className="kw-list">
          {invitations.map((one) => (
            <li key={one.id}>
              <Item
                icon={<Logo name={one.organization.name} url={one.organization.logo_url} />}
                title={one.organization.name}
                text={`${one.roles.map((role) => words.roleName(role)).join(', ')} · ${words.invite.until(
                  dateOf(one.expires_at, texts.locale),
                )}`}
              >
                <Button
                  label={words.acceptOf(one.organization.name)}
                  busy={act.busy === one.id}
                  onClick={() => void accept(one)}
                >
                  {words.accept}
                </Button>
              </Item>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Mine(): ReactNode {
  const { texts, paths } = useKeyward();
  const words = texts.organizations;
  const { organizations, status, error, more, reload, setActive } = useOrganizations();
  const { organization: active } = useOrganization();
  const act = useAct();
  const loaded = { data: status === 'loaded' ? organizations : null, error, reload };

  const about = ({ slug, status: state, membership, members_count: count }: OwnOrganization) =>
    [
      slug,
      words.membersCount(count),
      membership.roles.map((role) => words.roleName(role)).join(', '),
      state === 'suspended' ? words.suspended : '',
    ]
      .filter((part) => part !== '')
      .join(' · ');

  return (
    <Card title={words.mine} act={act}>
      <Whole loaded={loaded}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="kw-hint">{words.nothing}</p>
          ) : (
            <ul className="kw-list">
              {rows.map((one) => (
                <li key={one.id}>
                  <Item
                    icon={<Logo name={one.name} url={one.logo_url} />}
                    title={
                      <>
                        <PageLink to={`${paths.organization}/${one.slug}`}>{one.name}</PageLink>
                        {one.id === active?.id && <span className="kw-badge">{words.activeBadge}</span>}
                      </>
                    }
                    text={about(one)}
                  >
                    {one.id !== active?.id && one.status === 'active' && (
                      <Button
                        kind="quiet"
                        label={words.switchTo(one.name)}
                        busy={act.busy === one.id}
                        onClick={() => void act.run(one.id, () => setActive(one.id))}
                      >
                        {words.switch}
                      </Button>
                    )}
                  </Item>
                </li>
              ))}
            </ul>
          )
        }
      </Whole>
      {more !== null && (
        <div className="kw-row kw-end">
          <Button onClick={() => void more()}>{words.more}</Button>
        </div>
      )}
    </Card>
  );
}
