import type { Organization } from '@keyward/client';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useMe } from '../../session/me.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountField } from './account-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';

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
