import { Button, Checkbox, Group, NumberInput, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { type Scope, SCOPES } from '../../../../../server/src/features/audit/actors/scopes.ts';
import { keysOf } from '../../lib/keys-of.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** What a program of a kind usually needs. */
const PRESETS = {
  readOnly: SCOPES.filter((scope) => scope.endsWith(':read')),
  support: [
    'accounts:read',
    'sessions:read',
    'sessions:write',
    'codes:read',
    'invitations:read',
    'invitations:write',
    'events:read',
  ],
  provisioning: [
    'accounts:read',
    'accounts:write',
    'invitations:read',
    'invitations:write',
    'organizations:read',
    'organizations:write',
  ],
} as const satisfies Record<string, readonly Scope[]>;

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
            <Group gap={6} mt={8} role="group" aria-label={t.presets.title}>
              {keysOf(PRESETS).map((preset) => (
                <Button
                  key={preset}
                  size="compact-xs"
                  variant="default"
                  aria-pressed={isSame(scopes, PRESETS[preset])}
                  onClick={() => setScopes([...PRESETS[preset]])}
                >
                  {t.presets[preset]}
                </Button>
              ))}
            </Group>
            <SimpleGrid cols={2} spacing={8} mt={8}>
              {SCOPES.map((scope) => (
                <Fragment key={scope}>
                  <Checkbox value={scope} label={scope} name="scopes" size="xs" />
                  {isAlone(scope) && <span />}
                </Fragment>
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

/** Nothing can be written there, so the right column stays empty. */
const isAlone = (scope: Scope): boolean =>
  scope.endsWith(':read') && SCOPES.every((other) => other !== scope.replace(':read', ':write'));

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((scope) => others.includes(scope));
