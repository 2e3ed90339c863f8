import { Button, Card, Notice, Panel, Question, useAct } from '@keyward/react/parts';
import { type ComponentType, type ReactNode, useState } from 'react';
import { type Connection, isKnown as knows } from './api.ts';
import { guideOf, isOther } from './guides.ts';
import { usePortal } from './portal-context.ts';
import { ProviderForm } from './provider-form.tsx';
import type { RolesStepProps } from './roles-step.tsx';
import { TestStep } from './test-step.tsx';
import { Values, WayText } from './values.tsx';

export interface StepsProps {
  connection: Connection;
  onChange: (connection: Connection) => void;
  onBack: () => void;
}

/** The steps from a new application at the provider to an active connection. */
export function Steps({ connection, onChange, onBack }: StepsProps): ReactNode {
  const { words, apiUrl } = usePortal();
  const texts = words.steps;
  const guide = guideOf(connection);
  const [saves, setSaves] = useState(0);
  const [passed, setPassed] = useState(false);
  const { saml, oidc, name } = connection;
  const isKnown = knows(connection);
  const given = {
    ...(saml !== undefined && {
      acs: saml.sp_acs_url,
      acsPattern: `^${saml.sp_acs_url.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`,
      entity: saml.sp_entity_id,
    }),
    ...(oidc !== undefined && { redirect: oidc.redirect_uri, client: new URL(apiUrl).hostname }),
  };

  function mapped(next: Connection) {
    // Earlier results are about earlier values.
    setSaves(saves + 1);
    onChange(next);
  }
  function saved(next: Connection) {
    setPassed(false);
    mapped(next);
  }

  return (
    <Panel title={texts.title(name)} focused>
      <div className="kw-account">
        <Card title={`1. ${isOther(guide) ? texts.createOther : texts.create(name)}`}>
          {guide.note !== undefined && <p>{texts.notes[guide.note]}</p>}
          {!isOther(guide) && (
            <p>
              {texts.way} <WayText way={guide.create} />
            </p>
          )}
          <p>{texts.enter}</p>
          <Values fields={guide.fields} given={given} />
          {guide.people !== null && (
            <p>
              {texts.peopleText} <WayText way={guide.people} />
            </p>
          )}
        </Card>
        <Card title={`2. ${texts.result[guide.kind]}`}>
          <ProviderForm
            connection={connection}
            guide={guide}
            isKnown={isKnown}
            given={given}
            onSaved={saved}
          />
        </Card>
        <Card title={`3. ${texts.test}`} intro={texts.testText}>
          <TestStep
            key={saves}
            connection={connection}
            disabled={!isKnown}
            onPassed={() => setPassed(true)}
          />
        </Card>
        <Roles connection={connection} onSaved={mapped} />
        <Turn connection={connection} isKnown={isKnown} passed={passed} onChange={onChange} />
      </div>
      <div className="kw-row">
        <Button onClick={onBack}>{words.back}</Button>
      </div>
    </Panel>
  );
}

/** Loads its content when it is opened. */
function Roles(props: RolesStepProps): ReactNode {
  const portal = usePortal();
  const { steps, connections } = portal.words;
  const [Step, setStep] = useState<ComponentType<RolesStepProps> | null>(null);

  async function open() {
    const loaded = await import('./roles-step.tsx').then((one) => one.loadRoles(portal)).catch(() => null);
    setStep(() => loaded);
  }

  return (
    <Card title={`4. ${steps.roles}`}>
      {Step === null ? (
        <div className="kw-row kw-end">
          <Button onClick={() => void open()}>{connections.open}</Button>
        </div>
      ) : (
        <Step {...props} />
      )}
    </Card>
  );
}

/** Turns the connection on, or off after a question. */
function Turn({
  connection: { id, name, status, login_url: login },
  isKnown,
  passed,
  onChange,
}: Pick<StepsProps, 'connection' | 'onChange'> & { isKnown: boolean; passed: boolean }): ReactNode {
  const { call, words } = usePortal();
  const texts = words.steps;
  const act = useAct();
  const [asking, setAsking] = useState(false);
  const isOn = status === 'active';

  async function turn() {
    const next = { status: isOn ? 'disabled' : 'active' };
    const result = await act.run('turn', () => call<Connection>('PATCH', `/connection/${id}`, next));
    if (result?.error !== null) return;
    setAsking(false);
    onChange(result.data);
  }

  return (
    <Card title={`5. ${texts.activate}`} intro={texts.activateText} {...(!asking && { act })}>
      {isKnown && !passed && !isOn && <Notice>{texts.activateUntested}</Notice>}
      {isOn && (
        <>
          <Notice kind="success">{texts.isOn}</Notice>
          <Values fields={[{ label: texts.signInAddress, value: 'login' }]} given={{ login }} />
        </>
      )}
      <div className="kw-row kw-end">
        <Button
          kind={isOn ? 'secondary' : 'primary'}
          busy={act.busy !== null}
          disabled={!isKnown}
          onClick={() => (isOn ? setAsking(true) : void turn())}
        >
          {isOn ? texts.off : texts.on}
        </Button>
      </div>
      {asking && (
        <Question
          title={texts.offTitle(name)}
          text={words.connections.removeText}
          button={texts.off}
          act={act}
          onYes={() => void turn()}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
