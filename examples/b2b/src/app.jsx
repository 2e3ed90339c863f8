import {
  Account,
  CreateOrganization,
  Invitation,
  OrganizationList,
  OrganizationProfile,
  OrganizationSwitcher,
  SignIn,
  SignUp,
  UserButton,
  useOrganization,
  useOrganizations,
  useSession,
} from '@keyward/react';
import { Invoices } from './invoices.jsx';

const goHome = () => location.assign('/');

export function App() {
  const { status } = useSession();
  if (location.pathname === '/invitation') return <Invitation onSignedIn={goHome} />;
  if (status === 'loading') return null;
  if (status === 'signed-out')
    return location.pathname === '/signup' ? <SignUp onSignedIn={goHome} /> : <SignIn />;
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
