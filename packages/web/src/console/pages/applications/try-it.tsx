import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { beginTrial } from './trial.ts';

const SCOPE = 'openid profile email';

/** Tries the authorization server as an application would. */
export function TryIt() {
  const t = useTexts().applications.trial;
  const [asking, setAsking] = useState(false);
  const [scope, setScope] = useState(SCOPE);
  const [resource, setResource] = useState('');
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t.title}
      </Button>
      {asking && (
        <FormDialog
          title={t.title}
          button={t.begin}
          onSubmit={() => beginTrial({ name: t.name, scope: scope.trim(), resource: resource.trim() })}
          onClose={() => setAsking(false)}
        >
          {(problems) => (
            <>
              <p className="kc-flush">{t.text}</p>
              <TextInput
                name="scope"
                label={t.scope}
                value={scope}
                error={problems['redirect_uris']}
                onChange={(event) => setScope(event.currentTarget.value)}
                spellCheck={false}
                data-autofocus
              />
              <TextInput
                name="resource"
                label={t.resource}
                description={t.resourceHelp}
                value={resource}
                onChange={(event) => setResource(event.currentTarget.value)}
                spellCheck={false}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}
