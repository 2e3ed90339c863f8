import { Checkbox, NumberInput, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keysOf } from '../../lib/keys-of.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

type Scope = Parameters<typeof service.admin.apiKeys.create>[0]['scopes'][number];

const SCOPES = keysOf<Scope>({
  'accounts:read': true,
  'accounts:write': true,
  'sessions:read': true,
  'sessions:write': true,
  'codes:read': true,
  'codes:write': true,
  'invitations:read': true,
  'invitations:write': true,
  'applications:read': true,
  'applications:write': true,
  'organizations:read': true,
  'organizations:write': true,
  'webhooks:read': true,
  'webhooks:write': true,
  'settings:read': true,
  'settings:write': true,
  'logs:read': true,
  'logs:write': true,
  'events:read': true,
});

const DEFAULT_DAYS = 90;

/** The form for a new key. @param props.onMade receives the key, which is not shown again */
export function CreateApiKey({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const t = useTexts().apiKeys;
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [days, setDays] = useState<number | string>(DEFAULT_DAYS);
  const [addresses, setAddresses] = useState<string[]>([]);
  const submit = async () => {
    const made = await ask(
      service.admin.apiKeys.create({
        name,
        scopes: SCOPES.filter((scope) => scopes.includes(scope)),
        expires_in_days: typeof days === 'number' ? days : null,
        allowed_addresses: addresses.length === 0 ? null : addresses,
      }),
    );
    await client.invalidateQueries({ queryKey: ['api-keys'] });
    onMade(made.key);
  };
  return (
    <FormDialog
      title={t.createTitle}
      button={t.create}
      onSubmit={submit}
      onClose={onClose}
      disabled={name.trim() === '' || scopes.length === 0}
    >
      {(problems) => (
        <>
          <TextInput
            name="name"
            label={t.fields.name}
            description={t.fields.nameHelp}
            value={name}
            error={problems['name']}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Checkbox.Group
            label={t.fields.scopes}
            description={t.fields.scopesHelp}
            value={scopes}
            error={problems['scopes']}
            onChange={setScopes}
          >
            <SimpleGrid cols={2} spacing={8} mt={8}>
              {SCOPES.map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} name="scopes" size="xs" />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <NumberInput
            name="expires_in_days"
            label={t.fields.days}
            description={t.fields.daysHelp}
            min={1}
            allowDecimal={false}
            value={days}
            error={problems['expires_in_days']}
            onChange={setDays}
          />
          <TagsInput
            name="allowed_addresses"
            label={t.fields.addresses}
            description={t.fields.addressesHelp}
            value={addresses}
            error={problems['allowed_addresses']}
            onChange={setAddresses}
          />
        </>
      )}
    </FormDialog>
  );
}
