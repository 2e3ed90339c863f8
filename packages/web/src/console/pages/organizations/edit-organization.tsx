import type { Organization } from '@keyward/client';
import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';

export function EditOrganization({
  organization: before,
  onClose,
}: {
  organization: Organization;
  onClose: () => void;
}) {
  const t = useTexts().organizations;
  const [typed, setTyped] = useState({
    name: before.name,
    slug: before.slug,
    logo_url: before.logo_url ?? '',
    external_id: before.external_id ?? '',
  });
  const [most, setMost] = useState<number | string>(before.max_members ?? '');
  const save = useAct({
    run: () =>
      ask(
        service.admin.organizations.update({
          id: before.id,
          name: typed.name.trim(),
          slug: typed.slug.trim(),
          logo_url: typed.logo_url.trim() || null,
          external_id: typed.external_id.trim() || null,
          max_members: typeof most === 'number' ? most : null,
        }),
      ),
    changes: ['organizations', 'events'],
    done: () => t.saved,
  });
  return (
    <FormDialog
      title={t.editTitle}
      button={t.save}
      onSubmit={() => save.mutateAsync(undefined)}
      onClose={onClose}
      disabled={typed.name.trim() === '' || typed.slug.trim() === ''}
    >
      {(problems) => (
        <>
          {(['name', 'slug', 'logo_url', 'external_id'] as const).map((field) => (
            <TextInput
              key={field}
              name={field}
              label={t.fields[field]}
              description={field === 'slug' ? t.fields.slugKept : undefined}
              value={typed[field]}
              error={problems[field]}
              onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, [field]: value }))}
              autoComplete="off"
              spellCheck={false}
            />
          ))}
          <NumberInput
            name="max_members"
            label={t.fields.max_members}
            description={t.fields.maxHelp}
            min={1}
            allowDecimal={false}
            value={most}
            error={problems['max_members']}
            onChange={setMost}
          />
        </>
      )}
    </FormDialog>
  );
}
