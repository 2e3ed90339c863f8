import type { KeywardClient, Result } from '@keyward/client';
import type { FactorsClient } from '@keyward/client/factors';
import { type ReactNode, useCallback, useState } from 'react';
import { Whole } from '../account/card.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { DeadEnd } from '../parts/dead-end.tsx';
import { useLink } from '../lib/link.ts';
import { useKeyward } from '../context/context.tsx';
import { Button } from '../parts/button.tsx';
import { Field, UserName } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useAct } from '../context/use-act.ts';
import { useLoaded } from '../context/use-loaded.ts';
import { useWhen } from '../lib/use-when.ts';
import { activate } from '../organizations/use-organizations.ts';
import { SignIn } from '../sign-in/sign-in.tsx';

export interface InvitationProps {
  /** The address of the mailed link, if the application has cleaned it already. Default: the page's */
  href?: string;
  /**
   * Called as soon as the account is open and signed in.
   * @param organization the slug of the organization that it joined, which is active unless its policy asks for more;
   * null: none
   */
  onSignedIn?: (organization: string | null) => void;
}

type Offer = NonNullable<Awaited<ReturnType<KeywardClient['checkInvitation']>>['data']>;

/**
 * For `/invitation`: opens the account of an invitation. Somebody who has an account signs in here, and accepts an
 * invitation to an organization with it.
 */
export function Invitation({ href, onSignedIn }: InvitationProps): ReactNode {
  const link = useLink(href);
  if (link === null) return null;
  const { token, errorCode } = link;
  if (token === null) return <DeadEnd code={errorCode} />;
  return <Checked token={token} onSignedIn={onSignedIn} />;
}

interface CheckedProps {
  token: string;
  onSignedIn: InvitationProps['onSignedIn'];
}

/** Asks the service first, so that nobody chooses a password for an invitation that has ended. */
function Checked({ token, onSignedIn }: CheckedProps): ReactNode {
  const { client, session, texts } = useKeyward();
  const loaded = useLoaded(useCallback(() => client.checkInvitation({ token }), [client, token]));
  const { data: offer, error } = loaded;
  const slug = offer?.organization?.slug ?? null;
  const onDone = useCallback(() => onSignedIn?.(slug), [onSignedIn, slug]);
  if (offer === null || session.status === 'loading')
    return error !== null && ENDED.has(error.kind) ? (
      <DeadEnd title={texts.invitation.over} code={error.code} />
    ) : (
      <section className="kw kw-panel">
        <Whole loaded={{ ...loaded, data: null }}>{() => null}</Whole>
      </section>
    );
  const { organization, has_account: hasAccount } = offer;
  const shared = { offer, token, onDone };
  const own = session.account?.email ?? null;
  // An account that has not proven the email yet becomes that of the invitation, also the one that was just opened.
  if (organization === null || (!hasAccount && (own === null || isSame(own, offer.email))))
    return <Open {...shared} />;
  if (own === null) return <SignInFirst offer={offer} name={organization.name} />;
  return <Join {...shared} email={own} />;
}

const isSame = (email: string, other: string) => email.toLowerCase() === other.toLowerCase();

const ENDED: ReadonlySet<string> = new Set([
  'InvitationInvalidError',
  'EmailAlreadyExistsError',
  'OrganizationSuspendedError',
  'ValidationError',
]);

function SignInFirst({ offer, name }: { offer: Offer; name: string }): ReactNode {
  const { texts } = useKeyward();
  return <SignIn notice={texts.invitation.join.signIn(name)} identifier={offer.email} />;
}

interface OfferProps {
  offer: Offer;
  token: string;
  onDone: () => void;
}

function OfferPanel({
  offer: { organization, invited_by: by },
  lines,
  children,
}: {
  offer: Offer;
  /** After the name of the person who invites. */
  lines: readonly string[];
  children: ReactNode;
}): ReactNode {
  const { texts } = useKeyward();
  const words = texts.invitation;
  return (
    <Panel
      title={organization === null ? words.title : words.join.title(organization.name)}
      mark={organization && <Avatar square name={organization.name} url={organization.logo_url} />}
      intro={
        <span className="kw-lines">
          {[by === null ? '' : words.by(by), ...lines].map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
      }
      focused
    >
      {children}
    </Panel>
  );
}

/** Makes the organization active that somebody has just joined. Its policy may ask for more first. */
async function joining<Data>(
  client: FactorsClient,
  { organization }: Offer,
  acceptance: Promise<Result<Data>>,
): Promise<Result<Data>> {
  const result = await acceptance;
  if (result.error === null && organization !== null) await activate(client, organization.id);
  return result;
}

function Open({ offer, token, onDone }: OfferProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.invitation;
  const act = useAct('name', 'password');
  const [open, setOpen] = useState(false);
  useWhen(open, onDone);

  async function accept({ name = '', password = '' }: Readonly<Record<string, string>>) {
    const input = { token, name: name.trim(), password };
    const result = await act.run('accept', () => joining(client, offer, client.acceptInvitation(input)));
    setOpen(result?.error === null);
  }
  return (
    <OfferPanel
      offer={offer}
      lines={[words.for(offer.email), ...(offer.has_unproven_account ? [words.unproven] : []), words.choose]}
    >
      <Form act={act} onSubmit={(typed) => void accept(typed)}>
        <UserName value={offer.email} />
        <Field
          label={texts.name}
          name="name"
          problem={act.problem}
          required
          defaultValue={offer.name ?? ''}
          autoComplete="name"
          maxLength={200}
        />
        <PasswordField problem={act.problem} isNew label={texts.password} />
        <Button kind="primary" busy={act.busy !== null}>
          {words.button}
        </Button>
      </Form>
    </OfferPanel>
  );
}

/** @param props.email the account that is signed in */
function Join({ offer, token, onDone, email }: OfferProps & { email: string }): ReactNode {
  const { client, texts, paths, navigate, signOut } = useKeyward();
  const { join: words, ...both } = texts.invitation;
  const act = useAct();
  const [joined, setJoined] = useState(false);
  useWhen(joined, onDone);
  const fits = isSame(email, offer.email);

  async function join() {
    const result = await act.run('join', () =>
      joining(client, offer, client.organizations.accept({ token })),
    );
    setJoined(result?.error === null);
  }
  return (
    <OfferPanel
      offer={offer}
      lines={fits ? [words.intro(email)] : [both.for(offer.email), words.other(email)]}
    >
      <Form act={act} onSubmit={() => void (fits ? join() : act.run('out', () => signOut()))}>
        <div className="kw-pair kw-answers">
          <Button onClick={() => navigate(paths.account)}>{words.later}</Button>
          <Button kind="primary" busy={act.busy !== null}>
            {fits ? words.button : texts.account.signOut}
          </Button>
        </div>
      </Form>
    </OfferPanel>
  );
}
