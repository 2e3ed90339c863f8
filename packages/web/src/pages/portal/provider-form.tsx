import { Button, Field, Form, Notice, TextArea, useAct } from '@keyward/react/parts';
import { type ReactNode, useState } from 'react';
import type { Connection } from './api.ts';
import type { Guide } from './guides.ts';
import { usePortal } from './portal-context.ts';
import { WayText } from './values.tsx';

export interface ProviderFormProps {
  connection: Connection;
  guide: Guide;
  isKnown: boolean;
  onSaved: (connection: Connection) => void;
}

/** The values that Keyward needs from the provider: its metadata, or the new client. */
export function ProviderForm(props: ProviderFormProps): ReactNode {
  return props.connection.kind === 'saml' ? <Metadata {...props} /> : <Client {...props} />;
}

function useSave(
  { connection, onSaved }: Pick<ProviderFormProps, 'connection' | 'onSaved'>,
  ...fields: string[]
) {
  const { call, words } = usePortal();
  const act = useAct(...fields);
  async function save(edit: object) {
    const path = `/connection/${connection.id}`;
    const result = await act.run('save', () => call<Connection>('PATCH', path, edit));
    if (result?.error === null) onSaved(result.data);
    else if (result?.error.kind === 'ValidationError')
      act.setProblem({ message: words.steps.invalid, fields: {} });
    else if (result?.error.kind === 'ProviderFailedError')
      act.setProblem({ message: words.steps.unreachable, fields: {} });
  }
  return { act, save };
}

function Metadata({ connection, guide, isKnown, onSaved }: ProviderFormProps): ReactNode {
  const { words } = usePortal();
  const texts = words.steps;
  const { act, save } = useSave({ connection, onSaved });
  const [url, setUrl] = useState(connection.saml?.metadata_url ?? '');
  const [xml, setXml] = useState('');
  const { way, as } = guide.result;
  const submit = () => save({ saml: xml.trim() === '' ? { metadata_url: url.trim() } : { metadata: xml } });
  return (
    <Form act={act} onSubmit={() => void submit()}>
      {way.length > 0 && (
        <p>
          {as === 'url' ? texts.resultUrl : texts.resultFile} <WayText way={way} />
        </p>
      )}
      {isKnown && <Notice kind="success">{texts.savedAs(connection.saml?.idp_entity_id ?? '')}</Notice>}
      {as === 'url' && (
        <Field
          label={texts.metadataUrl}
          name="metadata_url"
          type="url"
          problem={act.problem}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      )}
      <TextArea
        label={as === 'url' ? texts.metadata : texts.metadataOnly}
        name="metadata"
        problem={act.problem}
        hint={texts.metadataHint}
        value={xml}
        onInput={setXml}
      />
      <div className="kw-row kw-end">
        <Button busy={act.busy !== null} disabled={url.trim() === '' && xml.trim() === ''}>
          {texts.save}
        </Button>
      </div>
    </Form>
  );
}

function Client({ connection, guide, isKnown, onSaved }: ProviderFormProps): ReactNode {
  const { words } = usePortal();
  const texts = words.steps;
  const { act, save } = useSave({ connection, onSaved }, 'issuer', 'client_id', 'client_secret');
  const { way } = guide.result;
  return (
    <Form
      act={act}
      onSubmit={({ issuer = '', client_id = '', client_secret = '' }) =>
        void save({
          oidc: {
            issuer: issuer.trim(),
            client_id: client_id.trim(),
            ...(client_secret !== '' && { client_secret }),
          },
        })
      }
    >
      {isKnown && <Notice kind="success">{texts.saved}</Notice>}
      <Field
        label={texts.issuer}
        name="issuer"
        type="url"
        problem={act.problem}
        hint={texts.issuerHint}
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        defaultValue={connection.oidc?.issuer}
      />
      <Field
        label={texts.clientId}
        name="client_id"
        problem={act.problem}
        required
        autoComplete="off"
        spellCheck={false}
        defaultValue={connection.oidc?.client_id}
      />
      {way.length > 0 && (
        <p>
          {texts.resultClient} <WayText way={way} />
        </p>
      )}
      <Field
        type="password"
        label={texts.clientSecret}
        name="client_secret"
        problem={act.problem}
        autoComplete="off"
        required={!isKnown}
        {...(isKnown && { hint: texts.clientSecretKept })}
      />
      <div className="kw-row kw-end">
        <Button busy={act.busy !== null}>{texts.save}</Button>
      </div>
    </Form>
  );
}
