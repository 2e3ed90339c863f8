import type { ErrorDetails } from '@keyward/client';
import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { useProviderSignIn } from '../sign-in/provider-buttons.tsx';
import type { Texts } from '../texts/en.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageLink } from '../parts/panel.tsx';
import { inWords } from './minutes.ts';
import type { Policy, RefusalProps } from './refused.ts';

/** What a session lacks for an organization, and where to get it. */
export function Refusal({ error, policy, onLeave }: RefusalProps): ReactNode {
  const { texts, paths, signOut } = useKeyward();
  const act = useAct();
  const goTo = useProviderSignIn(act, () => onLeave?.());
  const problem = act.problem.message !== undefined && <Notice kind="problem">{act.problem.message}</Notice>;
  if (error.kind === 'ConnectionRequiredError') {
    const { id, name } = error.details.connection;
    const provider = `connection/${id}`;
    return (
      <>
        {problem}
        <Button kind="primary" busy={act.busy === provider} onClick={() => goTo(provider)}>
          {texts.signIn.provider(name)}
        </Button>
      </>
    );
  }
  const { missing } = error.details;
  return (
    <>
      <ul className="kw-hint">
        {missing.map((field) => (
          <li key={field}>{ruleOf(field, policy, texts)}</li>
        ))}
      </ul>
      {problem}
      {missing.includes('require_second_factor') && (
        <PageLink to={paths.account}>{texts.arrival.toAccount}</PageLink>
      )}
      <Button busy={act.busy !== null} onClick={() => void act.run('out', () => signOut())}>
        {texts.account.signOut}
      </Button>
    </>
  );
}

/** A rule of the policy, in the words of whoever sets it. */
function ruleOf(
  field: ErrorDetails['OrganizationPolicyError']['missing'][number],
  policy: Policy,
  { organizations: { policy: words }, locale }: Texts,
): string {
  const minutes = (value: number | null) => (value === null ? words.any : inWords(value, locale));
  if (field === 'require_second_factor') return words.secondFactor;
  if (field === 'methods')
    return `${words.methods}: ${policy.methods?.map((one) => words.methodNames[one]).join(', ')}`;
  if (field === 'session_minutes') return `${words.age}: ${minutes(policy.session_minutes)}`;
  if (field === 'idle_minutes') return `${words.idle}: ${minutes(policy.idle_minutes)}`;
  return `${words.addresses}: ${policy.allowed_addresses?.join(', ')}`;
}
