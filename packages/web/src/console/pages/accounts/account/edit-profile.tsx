import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Edit, isClearable, TEXT_FIELDS, type TextField } from '../../../data/account-fields.ts';
import type { FullAccount } from '../../../data/accounts.ts';
import { areShownAt, problemsOf } from '../../../service/field-problems.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { notify } from '../../../ui/notices.tsx';
import { RoleField } from '../../../ui/role-field.tsx';
import { Failure } from '../../../ui/states.tsx';
import type { AccountActs } from './use-account-acts.ts';

export function EditProfile(props: { account: FullAccount; acts: AccountActs; onClose: () => void }) {
  const { account, acts, onClose } = props;
  const texts = useTexts();
  const { profile: t } = texts.account;
  const [typed, setTyped] = useState<Partial<Record<TextField, string>>>({});
  // Null: the default.
  const [verified, setVerified] = useState<boolean | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const edit = changesOf(account, typed, verified);
  const errors = problemsOf(error);

  const save = async () => {
    await acts.update(edit);
    notify(t.saved);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(edit).length === 0) return onClose();
    if (concernsSuperadmins(account, edit)) return setConfirming(true);
    setBusy(true);
    setError(null);
    save().catch((thrown: unknown) => {
      setError(thrown);
      setBusy(false);
    });
  };
  const field = (name: TextField) =>
    name === 'role' ? (
      <RoleField
        key={name}
        label={texts.accounts.fields.role}
        value={typed.role ?? account.role}
        error={errors['role']}
        onChange={(role) => setTyped((before) => ({ ...before, role }))}
      />
    ) : (
      <TextInput
        key={name}
        label={texts.accounts.fields[name]}
        name={name}
        autoComplete="off"
        spellCheck={false}
        value={typed[name] ?? account[name] ?? ''}
        onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
        error={errors[name]}
        data-autofocus={name === 'name' || undefined}
      />
    );
  const effects = effectsOf(account, edit);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <div className="kc-two">{TEXT_FIELDS.map(field)}</div>
        <Checkbox
          label={texts.accounts.fields.email_verified}
          name="email_verified"
          checked={verified ?? (edit.email === undefined && account.email_verified)}
          onChange={(event) => setVerified(event.currentTarget.checked)}
          error={errors['email_verified']}
        />
        {effects.length > 0 && (
          <div className="kc-effects" role="status">
            <ul>
              {effects.map((effect) => (
                <li key={effect}>{t.effects[effect]}</li>
              ))}
            </ul>
          </div>
        )}
        {error !== null && !areShownAt([...TEXT_FIELDS, 'email_verified'], errors) && (
          <Failure error={error} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.ui.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {texts.ui.save}
          </Button>
        </Group>
      </Stack>
      {confirming && (
        <Confirm
          title={
            edit.role === 'superadmin' ? t.promoteTitle(account.email) : t.touchSuperadminTitle(account.email)
          }
          button={texts.ui.save}
          phrase="superadmin"
          onConfirm={save}
          onClose={() => setConfirming(false)}
        >
          {edit.role === 'superadmin' ? t.promoteText : t.touchSuperadminText}
        </Confirm>
      )}
    </form>
  );
}

function changesOf(
  account: FullAccount,
  typed: Partial<Record<TextField, string>>,
  verified: boolean | null,
): Edit {
  const changed = TEXT_FIELDS.flatMap((name): [string, string | null][] => {
    const text = typed[name];
    if (text === undefined || text === (account[name] ?? '')) return [];
    return [[name, text === '' && isClearable(name) ? null : text]];
  });
  const edit: Edit = Object.fromEntries(changed);
  // A new email is not verified unless the request says so.
  const said = verified !== null && (edit.email !== undefined || verified !== account.email_verified);
  return { ...edit, ...(said && { email_verified: verified }) };
}

/** A typed word confirms that superadmin rights are granted or removed. */
function concernsSuperadmins(account: FullAccount, edit: Edit): boolean {
  if (edit.role !== undefined) return edit.role === 'superadmin' || account.role === 'superadmin';
  return account.role === 'superadmin' && edit.status !== undefined && edit.status !== 'active';
}

type Effect = 'email' | 'unproven' | 'verify' | 'unverify' | 'inactive' | 'active' | 'promoted' | 'demoted';

/** The side effects of a change. */
function effectsOf(account: FullAccount, edit: Edit): Effect[] {
  const proven = account.email_verified;
  const promoted = edit.role === 'superadmin';
  return [
    ...(edit.email === undefined ? [] : ['email' as const]),
    ...(!proven && (edit.email !== undefined || promoted) ? ['unproven' as const] : []),
    ...(!proven && edit.email_verified === true ? ['verify' as const] : []),
    ...(edit.email_verified === false && edit.email === undefined ? ['unverify' as const] : []),
    ...(account.status === 'active' && edit.status !== undefined ? ['inactive' as const] : []),
    ...(edit.status === 'active' ? ['active' as const] : []),
    ...(promoted ? ['promoted' as const] : []),
    ...(account.role === 'superadmin' && edit.role !== undefined ? ['demoted' as const] : []),
  ];
}
