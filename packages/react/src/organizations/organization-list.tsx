import type { CallError, OwnOrganization, ReceivedInvitation, Result } from '@keyward/client';
import { type ReactNode, useEffect, useState } from 'react';
import { Card, Item, Whole } from '../account/card.tsx';
import { Guarded } from '../account/reauthentication.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { dateOf } from '../lib/times.ts';
import { Button } from '../parts/button.tsx';
import { PageLink } from '../parts/panel.tsx';
import type { OnLeave } from '../sign-in/provider-buttons.tsx';
import { CreateOrganization } from './create-organization.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useOrganization } from './use-organization.ts';
import { useOrganizations } from './use-organizations.ts';
import { isRefusal } from './refused.ts';
import { WayOn } from './way-on.tsx';

export interface OrganizationListProps {
  /** Called before the browser leaves for a provider: it comes back to another page. */
  onLeave?: OnLeave;
}

/** For `/organizations`: the person's organizations, those that they can join, and a form for a new one. */
export function OrganizationList({ onLeave }: OrganizationListProps): ReactNode {
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
        <Suggested />
        <Mine onLeave={onLeave} />
        {facts.organizations?.creation === true && (
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
  const { invitations } = useOrganizations();
  const offers = invitations.map(({ id, organization, roles, expires_at: end }) => ({
    organization,
    text: `${roles.map((role) => words.roleName(role)).join(', ')} · ${words.invite.until(dateOf(end, texts.locale))}`,
    label: words.acceptOf(organization.name),
    accept: () => client.organizations.accept({ id }),
  }));
  return <Offers title={words.received} button={words.accept} offers={offers} />;
}

/** What the person can join without an invitation, because of the domain of their email. */
function Suggested(): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.organizations;
  const { suggested } = useOrganizations();
  const offers = suggested.map((organization) => ({
    organization,
    text: words.suggestedText,
    label: words.joinOf(organization.name),
    accept: () => client.organizations.join({ id: organization.id }),
  }));
  return <Offers title={words.suggested} button={words.join} offers={offers} />;
}

interface Offer {
  organization: ReceivedInvitation['organization'];
  text: string;
  /** A label for screen readers, because the visible button does not name its row. */
  label: string;
  accept: () => Promise<Result<OwnOrganization>>;
}

/** Organizations that the person can join; nothing if there are none. */
function Offers({
  title,
  button,
  offers,
}: {
  title: string;
  button: string;
  offers: readonly Offer[];
}): ReactNode {
  const { texts } = useKeyward();
  const { reload } = useOrganizations();
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);
  if (offers.length === 0 && news === null) return null;

  async function take({ organization: { id, name }, accept }: Offer) {
    setNews(null);
    const result = await act.run(id, accept);
    if (result?.error === null) setNews(texts.organizations.joined(name));
    await reload();
  }

  return (
    <Card title={title} act={act} news={news}>
      {offers.length > 0 && (
        <ul className="kw-list">
          {offers.map((one) => {
            const { id, name, logo_url: logo } = one.organization;
            return (
              <li key={id}>
                <Item icon={<Avatar square name={name} url={logo} />} title={name} text={one.text}>
                  <Button label={one.label} busy={act.busy === id} onClick={() => void take(one)}>
                    {button}
                  </Button>
                </Item>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

function Mine({ onLeave }: { onLeave: OnLeave | undefined }): ReactNode {
  const { texts, paths } = useKeyward();
  const words = texts.organizations;
  const { organizations, status, error, more, reload, setActive } = useOrganizations();
  const { organization: active } = useOrganization();
  const act = useAct();
  const [refused, setRefused] = useState<{ policy: OwnOrganization['policy']; error: CallError } | null>(
    null,
  );
  const loaded = { data: status === 'loaded' ? organizations : null, error, reload };

  async function switchTo({ id, policy }: OwnOrganization) {
    const result = await act.run(id, () => setActive(id));
    if (result !== null) setRefused(result.error && { policy, error: result.error });
  }

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
      {refused !== null && isRefusal(refused.error) && (
        <div className="kw-item">
          <WayOn {...refused} onLeave={onLeave} />
        </div>
      )}
      <Whole loaded={loaded}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="kw-hint">{words.nothing}</p>
          ) : (
            <ul className="kw-list">
              {rows.map((one) => (
                <li key={one.id}>
                  <Item
                    icon={<Avatar square name={one.name} url={one.logo_url} />}
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
                        onClick={() => void switchTo(one)}
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
