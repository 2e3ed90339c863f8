import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SettingsSection } from '../../data/settings.ts';
import { ask, service } from '../../service/service.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';
import { type Credential, credentialsOf, type Preset } from '../../data/provider-presets.ts';
import { RedirectSteps } from './redirect-steps.tsx';

const { config } = service.admin;

export interface AddProviderProps {
  preset: Preset;
  /** The name of the kind. */
  label: string;
  /** The address of the redirect for a provider of this name. */
  redirectOf: (name: string) => string;
  /** An empty slot of the start for this kind, which gets the credentials; undefined: a new one. */
  slot: SettingsSection | undefined;
  taken: readonly string[];
  onAdded: (name: string) => void;
  onClose: () => void;
}

/** The form for a provider of the catalogue, with the fields that its kind needs. */
export function AddProvider(props: AddProviderProps) {
  const { preset, label, redirectOf, slot, taken, onAdded, onClose } = props;
  const t = settingsTexts.provider;
  const [name, setName] = useState(slot?.name ?? freeName(preset, taken));
  const [title, setTitle] = useState('');
  const [values, setValues] = useState<Partial<Record<Credential, string>>>({});
  const needed = credentialsOf(preset);
  const redirect = slot?.provider?.redirect_uri ?? redirectOf(name);
  const add = useAct({
    async run() {
      const { client_id = '', ...others } = values;
      if (slot === undefined)
        await ask(
          config.addProvider({ preset, name, client_id, ...others, ...(title !== '' && { label: title }) }),
        );
      else
        await ask(
          config.updateProvider({ provider: slot.name, client_id, ...others, redirect_uri: redirect }),
        );
      onAdded(name);
    },
    changes: ['settings'],
    done: () => t.added(title || label),
  });
  const texts = settingsTexts.fields['provider'] ?? {};
  return (
    <FormDialog
      title={t.addTitle(label)}
      button={t.add}
      onSubmit={() => add.mutateAsync(undefined)}
      onClose={onClose}
      disabled={name === '' || needed.some((field) => !values[field])}
    >
      {(problems) => (
        <>
          {slot === undefined && (
            <>
              {preset === 'oidc' && (
                <TextInput
                  name="label"
                  label={texts['label']?.label}
                  description={texts['label']?.help}
                  value={title}
                  error={problems['label']}
                  onChange={(event) => setTitle(event.currentTarget.value)}
                  data-autofocus
                />
              )}
              <TextInput
                name="name"
                label={t.name}
                description={t.nameHelp}
                value={name}
                error={problems['name']}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setName(event.currentTarget.value.trim().toLowerCase())}
              />
            </>
          )}
          <RedirectSteps preset={preset} label={label} redirect={redirect} />
          {needed.map((field) => {
            const input = {
              name: field,
              label: texts[field]?.label,
              description: texts[field]?.help,
              value: values[field] ?? '',
              error: problems[field],
              spellCheck: false,
              autoComplete: 'off',
              onChange: (event: { currentTarget: { value: string } }) =>
                setValues({ ...values, [field]: event.currentTarget.value }),
            };
            if (field === 'private_key') return <Textarea key={field} {...input} rows={3} />;
            return field === 'client_secret' ? (
              <PasswordInput key={field} {...input} autoComplete="new-password" />
            ) : (
              <TextInput key={field} {...input} />
            );
          })}
        </>
      )}
    </FormDialog>
  );
}

/** The name of the kind, or that with a number. */
function freeName(preset: Preset, taken: readonly string[]): string {
  const names = [preset, ...Array.from({ length: taken.length + 1 }, (_, index) => `${preset}${index + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? preset;
}
