import { type ReactNode, useId, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageLink } from '../parts/panel.tsx';
import { usePopup } from '../menu/use-popup.ts';
import { CreateOrganization } from './create-organization.tsx';
import { useOrganization } from './use-organization.ts';
import { useOrganizations } from './use-organizations.ts';

/**
 * A button with the active organization, which opens the list of the others. A switch keeps the address of the page; the
 * components and hooks show the new organization at once. It shows nothing while nobody is signed in, and if the service
 * has no organizations.
 */
export function OrganizationSwitcher(): ReactNode {
  const { texts, facts, paths, session } = useKeyward();
  const words = texts.organizations;
  const { organization } = useOrganization();
  const { organizations, invitations, status, error, more, setActive } = useOrganizations();
  const act = useAct();
  const { open, place, setOpen, close, root, button } = usePopup();
  const [creating, setCreating] = useState(false);
  const id = useId();
  if (session.status !== 'signed-in' || error?.kind === 'RouteNotFoundError') return null;

  async function choose(to: string | null) {
    const result = await act.run(to ?? 'none', () => setActive(to));
    if (result?.error === null) close();
  }

  const active = organizations.find((one) => one.id === organization?.id);
  return (
    <div className="kw kw-switcher" role="group" aria-label={words.title} ref={root}>
      <button
        ref={button}
        type="button"
        className="kw-button kw-secondary"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {organization !== null && <Avatar square name={organization.name} url={active?.logo_url ?? null} />}
        <span>
          {organization !== null && <span className="kw-hidden">{words.active} </span>}
          {organization?.name ?? words.title}
        </span>
        {invitations.length > 0 && <span className="kw-badge">{words.invited(invitations.length)}</span>}
        <Icon name="updown" />
      </button>
      {open && (
        <div className="kw-menu" id={id} style={place}>
          {act.problem.message !== undefined && <Notice kind="problem">{act.problem.message}</Notice>}
          <ul aria-busy={status === 'loading' || undefined}>
            {organizations.map((one) => (
              <li key={one.id}>
                <Choice
                  name={one.status === 'suspended' ? words.suspendedName(one.name) : one.name}
                  label={one.status === 'suspended' ? undefined : words.switchTo(one.name)}
                  picture={<Avatar square name={one.name} url={one.logo_url} />}
                  current={one.id === organization?.id}
                  busy={act.busy === one.id}
                  disabled={one.status === 'suspended'}
                  onClick={() => void choose(one.id)}
                />
              </li>
            ))}
            {more !== null && (
              <li>
                <Button kind="quiet" busy={act.busy === 'more'} onClick={() => void more()}>
                  {words.more}
                </Button>
              </li>
            )}
            <li>
              <Choice
                name={words.none}
                current={organization === null}
                busy={act.busy === 'none'}
                onClick={() => void choose(null)}
              />
            </li>
          </ul>
          <div className="kw-menu-end">
            {facts.organizations?.creation === true && (
              <Button
                kind="quiet"
                icon="plus"
                onClick={() => {
                  setOpen(false);
                  setCreating(true);
                }}
              >
                {words.create}
              </Button>
            )}
            <PageLink to={paths.organizations}>{words.all}</PageLink>
          </div>
        </div>
      )}
      {creating && (
        <Dialog title={words.create} intro={words.createIntro} onClose={() => setCreating(false)}>
          <CreateOrganization onCreated={() => setCreating(false)} />
        </Dialog>
      )}
    </div>
  );
}

interface ChoiceProps {
  name: string;
  /** For screen readers, with the name in it. */
  label?: string | undefined;
  picture?: ReactNode;
  current: boolean;
  busy: boolean;
  disabled?: boolean;
  onClick: () => void;
}

function Choice({ name, label, picture, current, busy, disabled = false, onClick }: ChoiceProps): ReactNode {
  return (
    <button
      type="button"
      className="kw-choice"
      aria-label={label}
      aria-current={current || undefined}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {picture}
      <span className="kw-what">{name}</span>
      {current && <Icon name="check" />}
    </button>
  );
}
