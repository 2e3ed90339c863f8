import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { emailsIn } from '../../lib/emails-in.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/notices.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { useSuperadminQuestion } from '../../ui/superadmin-question.ts';

const DEFAULT_DAYS = 7;

/** @property problem null for somebody who is invited */
interface Result {
  email: string;
  problem: string | null;
}

/** Invites one person, or all of a list, with a result for each. */
export function Invite({ onClose }: { onClose: () => void }) {
  const t = useTexts().invitations;
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState('user');
  const [days, setDays] = useState<number | string>(DEFAULT_DAYS);
  const [results, setResults] = useState<readonly Result[]>([]);
  const emails = emailsIn(text);
  const question = useSuperadminQuestion({ email: emails.join(', '), role });

  const invite = (email: string) =>
    ask(
      service.admin.invitations.create({
        email,
        // A name is one person's.
        ...(emails.length === 1 && name.trim() !== '' && { name: name.trim() }),
        role,
        ...(typeof days === 'number' && { expires_in_days: days }),
      }),
    );

  /** One after the other, so that a long list does not meet a limit. */
  async function inviteAll(): Promise<void> {
    const done: Result[] = [];
    for (const email of emails) {
      // oxlint-disable-next-line no-await-in-loop
      const problem = await invite(email).then(
        () => null,
        (error: unknown) => error,
      );
      if (problem !== null && emails.length === 1) throw problem;
      done.push({ email, problem: problem instanceof Error ? problem.message : null });
      setResults([...done]);
    }
    const refused = done.filter(({ problem }) => problem !== null);
    if (refused.length === 0) {
      notify(done.length === 1 ? t.sent(emails.join('')) : t.sentAll(done.length));
      return;
    }
    setText(refused.map(({ email }) => email).join('\n'));
    throw new Error(t.someRefused(refused.length, done.length));
  }

  const submit = () =>
    inviteAll().finally(() => void client.invalidateQueries({ queryKey: ['invitations'] }));
  return (
    <FormDialog
      title={t.inviteTitle}
      button={t.send}
      onSubmit={submit}
      onClose={onClose}
      disabled={emails.length === 0}
      question={question}
    >
      {(problems) => (
        <>
          <Textarea
            name="email"
            label={t.fields.email}
            description={t.fields.emailHelp}
            value={text}
            error={problems['email']}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={1}
            maxRows={8}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          {emails.length <= 1 && (
            <TextInput
              name="name"
              label={t.fields.name}
              description={t.fields.nameHelp}
              value={name}
              error={problems['name']}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <RoleField
            label={t.fields.role}
            description={role === 'superadmin' ? t.fields.superadminHelp : undefined}
            value={role}
            error={problems['role']}
            onChange={setRole}
          />
          <NumberInput
            name="expires_in_days"
            label={t.fields.days}
            min={1}
            allowDecimal={false}
            value={days}
            error={problems['expires_in_days']}
            onChange={setDays}
          />
          {results.length > 1 && <Results results={results} />}
        </>
      )}
    </FormDialog>
  );
}

function Results({ results }: { results: readonly Result[] }) {
  const t = useTexts().invitations;
  return (
    <ul className="kc-things" aria-label={t.results}>
      {results.map(({ email, problem }) => (
        <li key={email}>
          <div>
            <b>{email}</b>
            {problem !== null && <small>{problem}</small>}
          </div>
          <Badge tone={problem === null ? 'good' : 'bad'}>{problem === null ? t.invited : t.refused}</Badge>
        </li>
      ))}
    </ul>
  );
}
