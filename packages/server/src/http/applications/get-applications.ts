import { Type } from 'typebox';
import { callableEndpoint } from '../wire/endpoint/endpoint.ts';
import { listOf, PAGE_FIELDS } from '../wire/endpoint/lists.ts';
import { ApplicationSchema, presentApplication } from './application.ts';

const APPLICATIONS = listOf('applications', ['created_at'], {});

export const getApplications = callableEndpoint({
  summary: 'The applications that sign in with Keyward, newest first',
  query: APPLICATIONS.query,
  response: { 200: Type.Object({ ...PAGE_FIELDS, applications: Type.Array(ApplicationSchema) }) },
  errors: [],
  async handle({ services: { store, clock, oauth }, query, signal }) {
    const asked = APPLICATIONS.asked(query, { now: clock.now(), signal });
    const page = await store.applications.list(asked.request);
    const { applications } = await oauth();
    const shown = await applications.shown(page.rows);
    return { ...asked.present(page), applications: shown.map(presentApplication) };
  },
});
