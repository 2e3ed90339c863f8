import { Checkbox, NativeSelect, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notJson } from '../../lib/not-json.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { areShownAt } from '../../service/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { AddressesField, problemIn } from './addresses-field.tsx';
import { ALGORITHMS, type Application, isPublic } from './application.ts';
import { changesOf, type Draft, draftOf, NEW } from './draft.ts';
import { KindField } from './kind-field.tsx';
import { MethodFields } from './method-fields.tsx';

export interface ApplicationFormProps {
  /** The application to change; missing for a new one. */
  application?: Application;
  /** Receives a new application, with its secret if it has one. */
  onMade?: (made: { client_id: string; client_secret?: string }) => void;
  onClose: () => void;
}

/** The fields that every application needs; the others are below them, and closed. */
const FIRST = ['name', 'redirect_uris', 'machine_scopes'];

/** Shows the fields of an application: of a new one its kind and the fields that it can need, of others all but the kind. */
export function ApplicationForm({ application, onMade, onClose }: ApplicationFormProps) {
  const t = useTexts().applications;
  const [before] = useState(() => (application === undefined ? NEW : draftOf(application)));
  // The list behind the form is read again meanwhile.
  const [version] = useState(application?.version);
  const [draft, setDraft] = useState(before);
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));
  const save = useAct({
    run: async () => {
      const changes = changesOf(before, draft);
      if (application !== undefined)
        return void (await ask(
          service.admin.applications.update({
            id: application.client_id,
            ...(version !== undefined && { version }),
            ...changes,
          }),
        ));
      const { type, name } = draft;
      onMade?.(await ask(service.admin.applications.create({ ...changes, type, name: name.trim() })));
    },
    changes: ['applications'],
  });
  const isMachine = draft.type === 'machine';
  const text = (
    name: 'backchannel_logout_uri' | 'logo_url' | 'homepage_url' | 'policy_url' | 'terms_url',
  ) => ({
    name,
    type: 'url',
    label: t.fields[name],
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  const number = (name: 'access_minutes' | 'refresh_days' | 'refresh_max_days') => ({
    name,
    label: t.fields[name],
    min: 1,
    allowDecimal: false,
    value: draft[name],
    onChange: (value: number | string) => set({ [name]: value }),
  });
  const box = (name: 'first_party' | 'require_pkce' | 'dpop_bound') => (
    <Checkbox
      name={name}
      label={t.fields[name]}
      description={t.help[name]}
      checked={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.checked })}
    />
  );
  const tags = (name: 'scopes' | 'machine_scopes' | 'resources') => ({
    name,
    label: t.fields[name],
    description: t.help[name],
    value: draft[name],
    onChange: (value: string[]) => set({ [name]: value }),
  });
  return (
    <FormDialog
      title={application === undefined ? t.createTitle : t.editTitle}
      button={application === undefined ? t.create : t.save}
      onSubmit={() => save.mutateAsync(undefined)}
      onClose={onClose}
      disabled={
        draft.name.trim() === '' ||
        problemIn(draft.redirect_uris) !== null ||
        problemIn(draft.post_logout_redirect_uris) !== null ||
        notJson(draft.jwks) !== null
      }
    >
      {(problems) => (
        <>
          {application === undefined && <KindField value={draft.type} onChange={(type) => set({ type })} />}
          <TextInput
            name="name"
            label={t.fields.name}
            description={t.help.name}
            value={draft.name}
            error={problems['name']}
            onChange={(event) => set({ name: event.currentTarget.value })}
            data-autofocus
          />
          {!isMachine && (
            <AddressesField
              name="redirect_uris"
              label={t.fields.redirect_uris}
              description={t.help.redirect_uris}
              value={draft.redirect_uris}
              error={problems['redirect_uris']}
              onChange={(redirect_uris) => set({ redirect_uris })}
            />
          )}
          {isMachine && <TagsInput {...tags('machine_scopes')} error={problems['machine_scopes']} />}
          <details
            className="kc-more"
            open={!areShownAt(FIRST, problems) && Object.keys(problems).length > 0}
          >
            <summary>{t.more}</summary>
            <Stack gap="md" mt="md">
              {!isMachine && <TagsInput {...tags('scopes')} error={problems['scopes']} />}
              <TagsInput {...tags('resources')} error={problems['resources']} />
              {!isPublic(draft.type) && <MethodFields draft={draft} problems={problems} onChange={set} />}
              {!isMachine && box('first_party')}
              {application !== undefined && (
                <>
                  {!isMachine && (
                    <>
                      <AddressesField
                        name="post_logout_redirect_uris"
                        label={t.fields.post_logout_redirect_uris}
                        description={t.help.post_logout_redirect_uris}
                        value={draft.post_logout_redirect_uris}
                        error={problems['post_logout_redirect_uris']}
                        onChange={(uris) => set({ post_logout_redirect_uris: uris })}
                      />
                      <TextInput
                        {...text('backchannel_logout_uri')}
                        description={t.help.backchannel_logout_uri}
                        error={problems['backchannel_logout_uri']}
                      />
                      <TextInput
                        {...text('logo_url')}
                        description={t.help.logo_url}
                        error={problems['logo_url']}
                      />
                      <TextInput {...text('homepage_url')} error={problems['homepage_url']} />
                      <TextInput {...text('policy_url')} error={problems['policy_url']} />
                      <TextInput {...text('terms_url')} error={problems['terms_url']} />
                      {!isPublic(draft.type) && box('require_pkce')}
                    </>
                  )}
                  {box('dpop_bound')}
                  <NativeSelect
                    name="signing_algorithm"
                    label={t.fields.signing_algorithm}
                    data={[{ value: '', label: t.anyAlgorithm }, ...ALGORITHMS]}
                    value={draft.signing_algorithm ?? ''}
                    error={problems['signing_algorithm']}
                    onChange={(event) =>
                      set({
                        signing_algorithm:
                          ALGORITHMS.find((one) => one === event.currentTarget.value) ?? null,
                      })
                    }
                  />
                  <NumberInput {...number('access_minutes')} error={problems['access_minutes']} />
                  {!isMachine && (
                    <>
                      <NumberInput {...number('refresh_days')} error={problems['refresh_days']} />
                      <NumberInput {...number('refresh_max_days')} error={problems['refresh_max_days']} />
                    </>
                  )}
                </>
              )}
            </Stack>
          </details>
        </>
      )}
    </FormDialog>
  );
}
