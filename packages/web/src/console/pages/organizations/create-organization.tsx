import type { AdministeredAccount, Organization } from '@keyward/client';
import { Autocomplete, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useMe } from '../../session/me.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';

/** The number of accounts that a search offers. */
const OFFERED = 8;

export interface AccountFieldProps {
  label: string;
  description?: string;
  value: string;
  error?: string | undefined;
  /** @param account null until an email of the list is in the field */
  onChange: (typed: string, account: AdministeredAccount | null) => void;
}

/** Finds an account by its name or email while a person types. */
export function AccountField({ label, description, value, error, onChange }: AccountFieldProps) {
  const q = value.trim();
  const { data } = useQuery({
    queryKey: ['accounts', 'offered', q],
    queryFn: ({ signal }) => ask(service.admin.accounts.list({ q, limit: OFFERED }, { signal })),
    enabled: q !== '',
    staleTime: 30_000,
  });
  const found = data?.accounts ?? [];
  return (
    <Autocomplete
      label={label}
      description={description}
      value={value}
      error={error}
      data={found.map(({ email }) => email)}
      // The service has searched already, by name and handle too.
      filter={({ options }) => options}
      onChange={(typed) => onChange(typed, found.find(({ email }) => email === typed.trim()) ?? null)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

export interface CreateOrganizationProps {
  onMade: (organization: Organization) => void;
  onClose: () => void;
}

export function CreateOrganization({ onMade, onClose }: CreateOrganizationProps) {
  const t = useTexts().organizations;
  const me = useMe();
  const [name, setName] = useState('');
  const [slug, setSlug] = useState('');
  const [email, setEmail] = useState(me.email);
  const [owner, setOwner] = useState<number | null>(me.id);
  const create = useAct({
    run: () =>
      ask(
        service.admin.organizations.create({
          name: name.trim(),
          ...(slug.trim() !== '' && { slug: slug.trim() }),
          ...(owner !== null && { owner }),
        }),
      ),
    changes: ['organizations'],
    done: (made) => t.created(made.name),
  });
  return (
    <FormDialog
      title={t.createTitle}
      button={t.create}
      onSubmit={async () => onMade(await create.mutateAsync(undefined))}
      onClose={onClose}
      disabled={name.trim() === '' || owner === null}
    >
      {(problems) => (
        <>
          <TextInput
            name="name"
            label={t.fields.name}
            value={name}
            error={problems['name']}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={128}
            autoComplete="off"
            data-autofocus
          />
          <TextInput
            name="slug"
            label={t.fields.slug}
            description={t.fields.slugHelp}
            value={slug}
            error={problems['slug']}
            onChange={(event) => setSlug(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <AccountField
            label={t.fields.owner}
            description={t.fields.ownerHelp}
            value={email}
            error={problems['owner']}
            onChange={(typed, account) => {
              setEmail(typed);
              setOwner(account?.id ?? (typed.trim() === me.email ? me.id : null));
            }}
          />
        </>
      )}
    </FormDialog>
  );
}
