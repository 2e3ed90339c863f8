import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { accountQuery, type FullAccount } from '../../../data/accounts.ts';
import type { Query } from '../../../lib/address.ts';
import { consolePath } from '../../../lib/paths.ts';
import { useTexts } from '../../../texts/texts.ts';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { listQuery } from '../../../data/account-list-query.ts';
import { Portrait, StatusBadges } from '../../../ui/person.tsx';
import { Actions } from './actions.tsx';
import { Applications } from './applications.tsx';
import { Data } from './data.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Organizations } from './organizations.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { Timeline } from './timeline.tsx';
import { useAccountActs } from './use-account-acts.ts';
import { SignInVerdict } from './verdict.tsx';
import { WaysIn } from './ways-in.tsx';

const EVERY_MS = 15_000;

/** An account next to the list: whether it can sign in, the actions, and all its data. */
export function AccountPanel() {
  const texts = useTexts();
  const { id: text = '' } = useParams({ strict: false });
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  const navigate = useNavigate();
  const found = useQuery({
    ...accountQuery(id ?? 0),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  });
  const close = () =>
    void navigate({
      to: consolePath('accounts'),
      search: (before: Query) => listQuery(before),
      resetScroll: false,
    });
  const account = id === null ? null : found.data;
  return (
    <SidePanel title={account ? <Title account={account} /> : texts.account.title} onClose={close}>
      <Loaded found={{ data: account, error: found.error, refetch: found.refetch }} loading={8}>
        {(one) =>
          one === null ? (
            <Empty title={texts.account.gone}>{texts.account.goneText}</Empty>
          ) : (
            <Body key={one.id} account={one} onGone={close} />
          )
        }
      </Loaded>
    </SidePanel>
  );
}

function Title({ account }: { account: FullAccount }) {
  return (
    <span className="kc-record-title">
      <Portrait account={account} size={36} />
      <span>
        <b>{account.name}</b>
        <small>{account.email}</small>
      </span>
      <StatusBadges account={account} />
    </span>
  );
}

function Body({ account, onGone }: { account: FullAccount; onGone: () => void }) {
  const acts = useAccountActs(account);
  return (
    <div className="kc-record">
      <SignInVerdict account={account} acts={acts} />
      <Actions account={account} acts={acts} />
      <Profile account={account} acts={acts} />
      <WaysIn account={account} acts={acts} />
      <Sessions account={account} acts={acts} />
      <Applications account={account} acts={acts} />
      <Organizations account={account} />
      <Timeline id={account.id} />
      <Data account={account} acts={acts} />
      <DeleteAccount account={account} acts={acts} onGone={onGone} />
    </div>
  );
}
