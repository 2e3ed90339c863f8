import type { KeywardEvent } from '@keyward/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FullAccount } from '../../../data/accounts.ts';
import { ask, service } from '../../../service/service.ts';
import { consolePath } from '../../../lib/paths.ts';
import { useTexts } from '../../../texts/texts.ts';
import { eventWords } from '../../../ui/event-words.ts';
import { When } from '../../../ui/when.tsx';
import { type AccountActs, telling } from './use-account-acts.ts';
import { type Finding, verdictOf } from './verdict.ts';

type SignInEvent = KeywardEvent<'login.failed' | 'login.locked_out' | 'session.started'>;

const EVERY_MS = 10_000;
const ICONS = { yes: IconCircleCheck, trouble: IconAlertTriangle, no: IconCircleX };
const TONES = { yes: 'good', trouble: 'warn', no: 'bad' };

/** Whether an account can sign in, and if not, the reason and the remedy. */
export function SignInVerdict({ account, acts }: { account: FullAccount; acts: AccountActs }) {
  const texts = useTexts();
  const { verdict: t } = texts.account;
  const rules = useQuery({ queryKey: ['settings', 'load'], queryFn: () => ask(service.config.load()) });
  const events = useQuery({
    queryKey: ['events', 'sign-ins', account.id],
    queryFn: ({ signal }) =>
      ask(
        service.admin.events.list(
          {
            account_id: account.id,
            type: ['login.failed', 'login.locked_out', 'session.started'],
            order: 'desc',
            limit: 100,
          },
          { signal },
        ),
      ),
    refetchInterval: EVERY_MS,
  });
  const { canSignIn, findings, lastSignIn } = verdictOf(
    account,
    { requireVerifiedEmail: rules.data?.signup.require_verified_email ?? false },
    events.data?.events ?? [],
  );
  const Icon = ICONS[canSignIn];
  return (
    <section className="kc-verdict" data-tone={TONES[canSignIn]} aria-label={t.label}>
      <p className="kc-verdict-head">
        <Icon size={18} aria-hidden />
        <b>{t.can[canSignIn]}</b>
        <small>
          {lastSignIn === null ? (
            events.isSuccess && t.neverSignedIn
          ) : (
            <>
              {t.lastSignIn} <When at={lastSignIn.timestamp} />
              {', '}
              {eventWords(lastSignIn, texts).detail}
            </>
          )}
        </small>
      </p>
      {findings.length > 0 && (
        <ul>
          {findings.map((finding) => (
            <li key={finding.kind === 'refused' ? finding.reason : finding.kind}>
              <FindingWords finding={finding} account={account} acts={acts} />
            </li>
          ))}
        </ul>
      )}
      {canSignIn !== 'no' && findings.every(({ kind }) => kind !== 'refused') && (
        <p className="kc-small kc-muted">
          {t.mistyped}{' '}
          <Link to={consolePath('events')} search={{ type: 'login.failed' }}>
            {t.mistypedLink}
          </Link>
        </p>
      )}
    </section>
  );
}

function FindingWords(props: { finding: Finding<SignInEvent>; account: FullAccount; acts: AccountActs }) {
  const { finding, account, acts } = props;
  const texts = useTexts();
  const { verdict: t, acts: names } = texts.account;
  const sendsReset = { act: names.sendReset, onAct: () => acts.send('reset') };
  switch (finding.kind) {
    case 'inactive':
      return <Said>{finding.status === 'suspended' ? t.suspended : t.inactive(finding.status)}</Said>;
    case 'locked':
    case 'lockedAddress':
      return (
        <Said act={names.unlock} onAct={acts.unlock}>
          {t[finding.kind]} <When at={finding.until} />
        </Said>
      );
    case 'appLocked':
      return (
        <Said act={names.unlock} onAct={acts.unlock}>
          {t.appLocked}
        </Said>
      );
    case 'unverified':
      return (
        <Said act={names.sendVerification} onAct={() => acts.send('verify')}>
          {t.unverified}
        </Said>
      );
    case 'refused': {
      const { event, reason, count, addresses } = finding;
      const { reasons, methods } = texts.eventWords;
      const words: Readonly<Record<string, string>> = { ...reasons, ...methods };
      // An account without a password has none to mistype or forget.
      const isPasswordless = reason === 'invalid_credentials' && !account.has_password;
      const what = isPasswordless ? t.noPasswordTried : (words[reason] ?? reason);
      const remedies: Readonly<Record<string, string>> = t.remedies;
      const [address] = addresses;
      const from =
        address !== undefined &&
        (addresses.size === 1 ? <code>{address}</code> : t.addresses(addresses.size));
      const forgotten = reason === 'invalid_credentials' && !isPasswordless && account.status === 'active';
      return (
        <Said {...(forgotten && sendsReset)}>
          {count > 1 ? t.refusals(count) : t.refusal}
          {from !== false && (
            <>
              {' '}
              {t.from} {from}
            </>
          )}
          {count > 1 ? t.last : ','} <When at={event.timestamp} />: {what}, {words[event.data.method]}.{' '}
          {!isPasswordless && Object.hasOwn(remedies, reason) && remedies[reason]}
        </Said>
      );
    }
    case 'leaving':
      return (
        <Said>
          {t.leaving} <When at={finding.at} exactly />. {t.leavingRemedy}
        </Said>
      );
    case 'asksFactor':
      return <Said>{t.asksFactor(finding.factors.map((factor) => t.factorNames[factor]).join(', '))}</Said>;
    case 'mustEnrol':
    case 'noRecoveryCodes':
      return <Said>{t[finding.kind]}</Said>;
    case 'noPassword':
      return <Said {...(account.status === 'active' && sendsReset)}>{t.noPassword}</Said>;
  }
}

function Said(props: { children: ReactNode; act?: string; onAct?: () => Promise<unknown> }) {
  const { children, act, onAct } = props;
  return (
    <>
      <span>{children}</span>
      {onAct !== undefined && (
        <Button variant="default" size="compact-xs" onClick={() => telling(onAct())}>
          {act}
        </Button>
      )}
    </>
  );
}
