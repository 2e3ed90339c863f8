import { Button, Field, Form, Notice, type Problem, TextArea, useAct } from '@keyward/react/parts';
import { type ReactNode, useState } from 'react';
import type { Connection } from './api.ts';
import type { Given, Guide } from './guide.ts';
import { isOther } from './guides.ts';
import { usePortal } from './portal-context.ts';
import { WayText } from './values.tsx';

export interface ProviderFormProps {
  connection: Connection;
  guide: Guide;
  isKnown: boolean;
  /** The values from Keyward. */
  given: Partial<Record<Given, string>>;
  onSaved: (connection: Connection) => void;
}

/** The fields of both forms that can be refused. */
const FIELDS = new Set(['issuer', 'client_id', 'client_secret', 'metadata_url', 'metadata']);

/** The values that Keyward needs from the provider: its metadata, or the new client. */
export function ProviderForm(props: ProviderFormProps): ReactNode {
  return props.connection.kind === 'saml' ? <Metadata {...props} /> : <Client {...props} />;
}

function useSave({ connection, onSaved }: Pick<ProviderFormProps, 'connection' | 'onSaved'>) {
  const { call, words } = usePortal();
  const act = useAct();
  const { invalid, unreachable, issuerInvalid, clientSecretAgain } = words.steps;
  const hints: Readonly<Record<string, string>> = {
    'oidc.issuer': issuerInvalid,
    'oidc.client_secret': clientSecretAgain,
  };
  async function save(edit: object) {
    const path = `/connection/${connection.id}`;
    const result = await act.run('save', () => call<Connection>('PATCH', path, edit));
    if (result?.error === null) return onSaved(result.data);
    if (result?.error.kind !== 'ValidationError' && result?.error.kind !== 'ProviderFailedError') return;
    const { kind, details } = result.error;
    const isPrivate = details?.['reason'] === 'private_address';
    const message = isPrivate ? words.test.failures['private_address'] : undefined;
    const [first] = kind === 'ValidationError' ? (details?.fields ?? []) : [{ path: 'saml.metadata_url' }];
    const field = first?.path.split('.')[1] ?? '';
    const shown = message ?? hints[first?.path ?? ''] ?? (kind === 'ValidationError' ? invalid : unreachable);
    act.setProblem(FIELDS.has(field) ? { fields: { [field]: shown } } : { message: shown, fields: {} });
  }
  const { message, fields } = act.problem;
  const isFine = act.busy === null && message === undefined && Object.keys(fields).length === 0;
  return { act, save, isFine };
}

/** The name that people see, where the guide gives none. */
function NameField({ connection, guide, problem }: ProviderFormProps & { problem: Problem }): ReactNode {
  const { words } = usePortal();
  if (!isOther(guide)) return null;
  return (
    <Field
      label={words.steps.name}
      name="name"
      problem={problem}
      hint={words.steps.nameHint}
      required
      maxLength={128}
      autoComplete="off"
      defaultValue={connection.name}
    />
  );
}

function Metadata(props: ProviderFormProps): ReactNode {
  const { connection, guide, isKnown } = props;
  const { words } = usePortal();
  const texts = words.steps;
  const { act, save, isFine } = useSave(props);
  const [url, setUrl] = useState(connection.saml?.metadata_url ?? '');
  const [xml, setXml] = useState('');
  const { way, as } = guide.result;
  const isEmpty = url.trim() === '' && xml.trim() === '';
  const submit = ({ name }: Readonly<Record<string, string>>) =>
    save({
      ...(name !== undefined && { name }),
      ...(!isEmpty && { saml: xml.trim() === '' ? { metadata_url: url.trim() } : { metadata: xml } }),
    });
  return (
    <Form act={act} onSubmit={(typed) => void submit(typed)}>
      <NameField {...props} problem={act.problem} />
      {way.length > 0 && (
        <p>
          {as === 'url' ? texts.resultUrl : texts.resultFile} <WayText way={way} />
        </p>
      )}
      {isKnown && isFine && (
        <Notice kind="success">{texts.savedAs(connection.saml?.idp_entity_id ?? '')}</Notice>
      )}
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
        <Button busy={act.busy !== null} disabled={isEmpty && !(isKnown && isOther(guide))}>
          {texts.save}
        </Button>
      </div>
    </Form>
  );
}

function Client(props: ProviderFormProps): ReactNode {
  const { connection, guide, isKnown, given } = props;
  const { words } = usePortal();
  const texts = words.steps;
  const { act, save, isFine } = useSave(props);
  const { way, issuer: issuerWay = [] } = guide.result;
  const suggested = guide.fields.some(({ value }) => value === 'client') ? given.client : undefined;
  const known = connection.oidc?.client_id ?? '';
  return (
    <Form
      act={act}
      onSubmit={({ name, issuer = '', client_id = '', client_secret = '' }) =>
        void save({
          ...(name !== undefined && { name }),
          oidc: {
            issuer: issuer.trim(),
            client_id: client_id.trim(),
            ...(client_secret !== '' && { client_secret }),
          },
        })
      }
    >
      {isKnown && isFine && <Notice kind="success">{texts.saved}</Notice>}
      <NameField {...props} problem={act.problem} />
      {issuerWay.length > 0 && (
        <p>
          {texts.resultIssuer} <WayText way={issuerWay} />
        </p>
      )}
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
        defaultValue={known === '' ? suggested : known}
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
