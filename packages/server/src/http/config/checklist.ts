import { Type } from 'typebox';
import type { Services } from '../../services/services.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { ActionSchema } from '../wire/endpoint/schemas.ts';

/** In the order in which the console shows them. */
const STEPS = ['factor', 'branding', 'application', 'provider', 'mail', 'superadmin'] as const;

type Step = (typeof STEPS)[number];

const HINT = 'checklist';

async function stateOf({ store, settings, providers }: Services): Promise<Record<Step, boolean>> {
  const { branding, email } = settings.current;
  const [superadmins, without, others] = await Promise.all([
    store.accounts.countActive('superadmin'),
    store.factors.superadminsWithout(),
    store.accounts.hasOtherRole('superadmin'),
  ]);
  return {
    factor: without === 0,
    branding: branding.name !== '' && branding.colour !== '',
    application: others,
    provider: providers.choices().length > 0,
    mail: email.host !== '',
    superadmin: superadmins > 1,
  };
}

export const getChecklist = adminEndpoint({
  summary: 'The first steps of a deployment, and which of them are done',
  response: {
    200: Type.Object({
      dismissed: Type.Boolean({
        description: 'Whether a superadmin has put the list away; then it is empty',
      }),
      steps: Type.Array(
        Type.Object({
          id: Type.Enum([...STEPS], {
            description:
              '`factor`: every superadmin has a second factor; `branding`: name and colour; `application`: somebody who is no superadmin has an account; `provider`: people can sign in with one; `mail`: there is a mail server; `superadmin`: there are two',
          }),
          done: Type.Boolean(),
        }),
      ),
    }),
  },
  errors: [],
  async handle({ services }) {
    const dismissed = await services.store.hiddenHints.has(HINT);
    const state = dismissed ? null : await stateOf(services);
    return { dismissed, steps: state === null ? [] : STEPS.map((id) => ({ id, done: state[id] })) };
  },
});

export const deleteChecklist = adminEndpoint({
  summary: 'Put the list of first steps away, for all superadmins',
  response: { 200: ActionSchema },
  errors: [],
  async handle({ services: { store } }) {
    await store.hiddenHints.add(HINT);
    return { success: true, message: 'Checklist dismissed successfully' };
  },
});
