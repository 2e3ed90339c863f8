import {
  Account,
  CreateOrganization,
  Invitation,
  MagicLinkConfirm,
  OrganizationList,
  OrganizationProfile,
  OrganizationSwitcher,
  ResetPassword,
  SignIn,
  SignInCallback,
  SignUp,
  UserButton,
  useOrganization,
  useOrganizations,
  useSession,
} from '@keyward/react';
import { Invoices } from './invoices.jsx';

const goHome = () => location.assign('/');

/** The paths that mails and providers lead to, and those that the components link to. */
const ARRIVALS = {
  '/signup': <SignUp onSignedIn={goHome} />,
  '/reset-password': <ResetPassword />,
  '/invitation': <Invitation onSignedIn={goHome} />,
  '/oauth/callback': <SignInCallback onSignedIn={goHome} />,
  '/magic-link/confirm': <MagicLinkConfirm onSignedIn={goHome} />,
};

export function App() {
  const { status } = useSession();
  if (location.pathname in ARRIVALS) return ARRIVALS[location.pathname];
  if (status === 'loading') return null;
  if (status === 'signed-out') return <SignIn />;
  return (
    <>
      <header>
        <nav>
          <a href="/">Invoices</a>
          <a href="/organization">Organization</a>
        </nav>
        <OrganizationSwitcher />
        <UserButton organizations={false} />
      </header>
      <main>
        <Page />
      </main>
    </>
  );
}

function Page() {
  const { status, organization } = useOrganization();
  const { organizations, invitations, setActive } = useOrganizations();
  if (location.pathname === '/account') return <Account onSignedOut={goHome} />;
  if (location.pathname === '/organizations') return <OrganizationList />;
  if (status === 'loading') return null;
  if (organization === null)
    return (
      <>
        <h1>Welcome</h1>
        {organizations.map(({ id, name }) => (
          <button key={id} onClick={() => void setActive(id)}>
            Work in {name}
          </button>
        ))}
        {invitations.length > 0 && <p>You are invited. Open the link in your mail.</p>}
        <CreateOrganization />
      </>
    );
  // A key: everything below belongs to one organization, and begins anew with another.
  if (!location.pathname.startsWith('/organization')) return <Invoices key={organization.id} />;
  const slug = location.pathname.split('/')[2];
  return <OrganizationProfile organization={slug} onLeft={goHome} />;
}
