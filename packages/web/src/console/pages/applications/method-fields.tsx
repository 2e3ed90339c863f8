import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { notJson } from '../../lib/not-json.ts';
import { useTexts } from '../../texts/texts.ts';
import type { FieldProblems } from '../../service/field-problems.ts';
import { METHODS, OWN_KEY } from './application.ts';
import type { Draft } from './draft.ts';

export interface MethodFieldsProps {
  draft: Draft;
  problems: FieldProblems;
  onChange: (change: Partial<Draft>) => void;
}

/** How a confidential application authenticates: with a secret from Keyward, or with its own key. */
export function MethodFields({ draft, problems, onChange }: MethodFieldsProps) {
  const { applications: t, ui } = useTexts();
  const reason = notJson(draft.jwks);
  return (
    <>
      <NativeSelect
        name="token_endpoint_auth_method"
        label={t.fields.token_endpoint_auth_method}
        data={METHODS.map((value) => ({ value, label: t.methods[value] }))}
        value={draft.token_endpoint_auth_method}
        error={problems['token_endpoint_auth_method']}
        onChange={(event) => {
          const method = METHODS.find((one) => one === event.currentTarget.value);
          if (method !== undefined) onChange({ token_endpoint_auth_method: method });
        }}
      />
      {draft.token_endpoint_auth_method === OWN_KEY && (
        <>
          <TextInput
            name="jwks_uri"
            type="url"
            label={t.fields.jwks_uri}
            description={t.help.jwks_uri}
            value={draft.jwks_uri}
            error={problems['jwks_uri']}
            onChange={(event) => onChange({ jwks_uri: event.currentTarget.value })}
          />
          <Textarea
            name="jwks"
            label={t.fields.jwks}
            description={t.help.jwks}
            placeholder='{"keys": [{"kty": "EC", "crv": "P-256", …}]}'
            value={draft.jwks}
            error={reason === null ? problems['jwks'] : ui.notJson(reason)}
            onChange={(event) => onChange({ jwks: event.currentTarget.value })}
            autosize
            minRows={2}
            maxRows={10}
            spellCheck={false}
          />
        </>
      )}
    </>
  );
}
