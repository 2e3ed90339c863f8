import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import type { Act } from '../context/use-act.ts';
import { useProviderSignIn } from '../sign-in/provider-buttons.tsx';
import type { Connection } from '../sign-in/steps.ts';
import { Button } from '../parts/button.tsx';
import { useOrganizations } from './use-organizations.ts';

/** Switches between organizations, some of which may require a sign-in of their own first. */
export function useSwitch(act: Act): {
  /** The sign-in that the last one requires; null: none. */
  required: Connection | null;
  /** @param to null: no organization @returns whether it is active now */
  switchTo: (to: string | null) => Promise<boolean>;
} {
  const { setActive } = useOrganizations();
  const [required, setRequired] = useState<Connection | null>(null);
  return {
    required,
    async switchTo(to) {
      const result = await act.run(to ?? 'none', () => setActive(to));
      const { error = null } = result ?? {};
      setRequired(error?.kind === 'ConnectionRequiredError' ? error.details.connection : null);
      return result?.error === null;
    },
  };
}

/** Leads to the sign-in that an organization requires. */
export function OwnSignIn({ act, connection }: { act: Act; connection: Connection }): ReactNode {
  const { texts } = useKeyward();
  const goTo = useProviderSignIn(act, () => {});
  const provider = `connection/${connection.id}`;
  return (
    <Button kind="primary" busy={act.busy === provider} onClick={() => goTo(provider)}>
      {texts.signIn.provider(connection.name)}
    </Button>
  );
}
