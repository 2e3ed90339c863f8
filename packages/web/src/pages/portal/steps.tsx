import { Button, Card, Notice, Panel, useAct } from '@keyward/react/parts';
import { type ReactNode, useState } from 'react';
import type { Connection } from './api.ts';
import { guideOf } from './guides.ts';
import { usePortal } from './portal-context.ts';
import { ProviderForm } from './provider-form.tsx';
import { TestStep } from './test-step.tsx';
import { Values, WayText } from './values.tsx';

export interface StepsProps {
  connection: Connection;
  onChange: (connection: Connection) => void;
  onBack: () => void;
}

/** The steps from a new application at the provider to an active connection. */
export function Steps({ connection, onChange, onBack }: StepsProps): ReactNode {
  const { call, words } = usePortal();
  const texts = words.steps;
  const guide = guideOf(connection);
  const turning = useAct();
  const [passed, setPassed] = useState(false);
  const { saml, oidc, name, status } = connection;
  const isKnown = saml === undefined ? oidc?.client_id !== '' : saml.idp_entity_id !== '';
  const isOther = guide.create.length === 0;
  const isOn = status === 'active';

  async function turn() {
    const next = { status: isOn ? 'disabled' : 'active' };
    const result = await turning.run('turn', () =>
      call<Connection>('PATCH', `/connection/${connection.id}`, next),
    );
    if (result?.error === null) onChange(result.data);
  }

  return (
    <Panel title={texts.title(name)} focused>
      <div className="kw-account">
        <Card title={`1. ${isOther ? texts.createOther : texts.create(name)}`}>
          {!isOther && (
            <p>
              {texts.way} <WayText way={guide.create} />
            </p>
          )}
          <p>{texts.enter}</p>
          <Values
            fields={guide.fields}
            given={{
              ...(saml !== undefined && {
                acs: saml.sp_acs_url,
                acsPattern: `^${saml.sp_acs_url.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`,
                entity: saml.sp_entity_id,
              }),
              ...(oidc !== undefined && { redirect: oidc.redirect_uri }),
            }}
          />
          {guide.people !== null && (
            <p>
              {texts.peopleText} <WayText way={guide.people} />
            </p>
          )}
        </Card>
        <Card title={`2. ${texts.result[guide.kind]}`}>
          <ProviderForm connection={connection} guide={guide} isKnown={isKnown} onSaved={onChange} />
        </Card>
        <Card title={`3. ${texts.test}`} intro={texts.testText}>
          <TestStep connection={connection} disabled={!isKnown} onPassed={() => setPassed(true)} />
        </Card>
        <Card title={`4. ${texts.activate}`} intro={texts.activateText} act={turning}>
          {isKnown && !passed && !isOn && <Notice>{texts.activateUntested}</Notice>}
          {isOn && <Notice kind="success">{texts.isOn}</Notice>}
          <div className="kw-row kw-end">
            <Button
              kind={isOn ? 'secondary' : 'primary'}
              busy={turning.busy !== null}
              disabled={!isKnown}
              onClick={() => void turn()}
            >
              {isOn ? texts.off : texts.on}
            </Button>
          </div>
        </Card>
      </div>
      <div className="kw-row">
        <Button onClick={onBack}>{words.back}</Button>
      </div>
    </Panel>
  );
}
