import { Checkbox, PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { Deciding } from './approval.tsx';
import { type Connection, type ConnectionDraft, draftOf, fieldsOf, mappingOf } from './connection-draft.ts';

export interface ConnectionFormProps {
  /** The id of the organization. */
  organization: string;
  /** Null: a new connection, which is a draft. */
  connection: Connection | null;
  onClose: () => void;
}

export function ConnectionForm({ organization, connection, onClose }: ConnectionFormProps) {
  const t = useTexts().organizations.connections;
  const { connections } = service.admin.organizations;
  const [draft, setDraft] = useState(() => draftOf(connection));
  const mapping = mappingOf(draft.mapping);
  const isNew = connection === null;
  const save = useAct({
    run: () => {
      const fields = fieldsOf(draft, mapping ?? {});
      return ask(
        isNew
          ? connections.create({ id: organization, ...fields })
          : connections.update({
              id: organization,
              connection_id: connection.id,
              version: connection.version,
              ...fields,
            }),
      );
    },
    changes: ['organizations', 'events'],
    done: ({ name }) => (isNew ? t.added(name) : t.saved(name)),
  });
  const set = <Name extends keyof ConnectionDraft>(name: Name, value: ConnectionDraft[Name]) =>
    setDraft((now) => ({ ...now, [name]: value }));
  const text = (name: 'name' | 'issuer' | 'client_id' | 'client_secret', error: string | undefined) => ({
    name,
    label: t.fields[name],
    value: draft[name],
    error,
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    autoComplete: 'off',
    spellCheck: false,
  });
  const check = (name: 'allow_idp_initiated' | 'want_encrypted' | 'trust_factors' | 'keep_roles') => (
    <Checkbox
      name={name}
      label={t.fields[name]}
      description={t.help[name]}
      checked={draft[name]}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  );
  const complete = draft.kind === 'oidc' ? draft.issuer !== '' && draft.client_id !== '' : true;
  const given = draft.kind === 'oidc' ? draft.client_secret : draft.metadata;
  return (
    <FormDialog
      title={isNew ? t.addTitle : t.editTitle(connection.name)}
      button={isNew ? t.add : t.save}
      onSubmit={() => save.mutateAsync(undefined)}
      onClose={onClose}
      disabled={draft.name.trim() === '' || !complete || (isNew && given === '') || mapping === null}
    >
      {(problems) => (
        <>
          {connection?.signs_in_owners === false && (
            <div>
              <b>{t.approvesToo}</b>{' '}
              {connection.saml !== undefined && draft.metadata === '' ? (
                <Deciding connection={connection} />
              ) : (
                t.approveIssuer
              )}
            </div>
          )}
          {isNew && (
            <SegmentedControl
              aria-label={t.kind}
              value={draft.kind}
              onChange={(kind) => set('kind', kind)}
              data={(['oidc', 'saml'] as const).map((value) => ({ value, label: t.kinds[value] }))}
            />
          )}
          <TextInput
            {...text('name', problems['name'])}
            description={t.help.name}
            placeholder="Acme Entra ID"
            data-autofocus
          />
          {draft.kind === 'oidc' ? (
            <>
              <TextInput
                {...text('issuer', problems['oidc.issuer'] ?? problems['oidc'])}
                description={t.help.issuer}
                placeholder="https://login.example.com"
                type="url"
              />
              <TextInput {...text('client_id', problems['oidc.client_id'])} />
              <PasswordInput
                {...text('client_secret', problems['oidc.client_secret'])}
                description={isNew ? undefined : t.help.client_secret}
                autoComplete="new-password"
              />
            </>
          ) : (
            <>
              <Textarea
                name="metadata"
                label={t.fields.metadata}
                description={isNew ? t.help.metadata : t.help.metadataKept}
                placeholder="https://login.example.com/metadata"
                value={draft.metadata}
                error={problems['saml']}
                onChange={(event) => set('metadata', event.currentTarget.value)}
                autosize
                minRows={2}
                maxRows={6}
                spellCheck={false}
              />
              {check('want_encrypted')}
              {check('allow_idp_initiated')}
            </>
          )}
          {check('trust_factors')}
          <Textarea
            name="mapping"
            label={t.fields.mapping}
            description={t.help.mapping}
            placeholder="engineers = member"
            value={draft.mapping}
            error={mapping === null ? t.badLine : problems['mapping']}
            onChange={(event) => set('mapping', event.currentTarget.value)}
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
          />
          {check('keep_roles')}
        </>
      )}
    </FormDialog>
  );
}
