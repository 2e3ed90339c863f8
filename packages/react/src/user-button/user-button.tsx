import type { Account } from '@keyward/client';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { useWhen } from '../lib/use-when.ts';
import { MenuItem, MenuLink } from '../menu/menu-item.tsx';
import { moveFocus } from '../menu/move-focus.ts';
import { usePopup } from '../menu/use-popup.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Notice } from '../parts/notice.tsx';
import { OrganizationItems } from './organization-items.tsx';

export interface UserButtonProps {
  /** Shows the name next to the picture. Default: false */
  showName?: boolean;
  /** Whether the menu switches organizations, if the service has them. Default: true */
  organizations?: boolean;
  /** Called for "Manage account". Default: goes to the path of the account */
  onManage?: () => void;
  /** Called when the person has signed out. */
  onSignedOut?: () => void;
}

/**
 * The picture of the person who is signed in, or their initial. It opens a menu: the account, the organizations, sign
 * out. Shows nothing to others.
 */
export function UserButton({ onSignedOut, ...menu }: UserButtonProps): ReactNode {
  const { session } = useKeyward();
  useWhen(session.status === 'signed-out' && session.reason === 'left', onSignedOut);
  if (session.status !== 'signed-in') return null;
  return <AccountMenu key={session.account.id} account={session.account} {...menu} />;
}

interface AccountMenuProps extends Omit<UserButtonProps, 'onSignedOut'> {
  account: Account;
}

/** The menu button of the WAI-ARIA Authoring Practices. */
function AccountMenu({
  account: { name, email, avatar_url: picture },
  showName = false,
  organizations = true,
  onManage,
}: AccountMenuProps): ReactNode {
  const { texts, facts, paths, navigate, signOut } = useKeyward();
  const { open, place, setOpen, close, root, button } = usePopup();
  const [from, setFrom] = useState<'first' | 'last'>('first');
  const menu = useRef<HTMLDivElement>(null);
  const act = useAct();
  const id = useId();
  useEffect(() => {
    if (open) moveFocus(menu.current, from);
  }, [open, from]);

  function openAt(item: 'first' | 'last') {
    setFrom(item);
    setOpen(true);
  }

  const manage = texts.userButton.manage;
  return (
    <div className="kw kw-user" ref={root}>
      <button
        ref={button}
        type="button"
        id={id}
        aria-label={texts.userButton.label(name)}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        onClick={() => (open ? close() : openAt('first'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          openAt(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {showName && <span>{name}</span>}
        <Avatar name={name} url={picture} />
      </button>
      {open && (
        <div className="kw-menu" style={place}>
          <div className="kw-item">
            <Avatar name={name} url={picture} />
            <p className="kw-what">
              <span className="kw-strong">{name}</span>
              <span className="kw-hint">{email}</span>
            </p>
          </div>
          {act.problem.message !== undefined && <Notice kind="problem">{act.problem.message}</Notice>}
          <div
            ref={menu}
            role="menu"
            tabIndex={-1}
            id={`${id}-menu`}
            aria-labelledby={id}
            onKeyDown={(event) => {
              if (event.key === 'Tab') setOpen(false);
              else if (moveFocus(menu.current, event.key)) event.preventDefault();
            }}
          >
            {onManage === undefined ? (
              <MenuLink to={paths.account} navigate={navigate} onChosen={close}>
                {manage}
              </MenuLink>
            ) : (
              <MenuItem
                onChosen={() => {
                  close();
                  onManage();
                }}
              >
                {manage}
              </MenuItem>
            )}
            {organizations && facts.organizations !== null && (
              <OrganizationItems act={act} onChosen={close} />
            )}
            <MenuItem busy={act.busy === 'out'} onChosen={() => void act.run('out', () => signOut())}>
              {texts.account.signOut}
            </MenuItem>
          </div>
        </div>
      )}
    </div>
  );
}
