import { Type } from 'typebox';
import { invalidFields } from '../../errors.ts';
import { parseTime } from '../../lib/time-text.ts';
import { nullable } from '../../features/audit/serializers/shapes.ts';
import { INTERVALS, MAX_BUCKETS } from '../../features/audit/activity/activity.ts';
import { adminEndpoint } from '../wire/endpoint/endpoint.ts';
import { closedQuery } from '../wire/endpoint/schemas.ts';
import { Time } from './event-query.ts';

const At = Type.String({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] });
const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** The default span, in hours or days. */
const USUAL_BUCKETS = { hour: 24, day: 30 } as const;

export const getCounts = adminEndpoint({
  summary: 'The number of events in each hour or day',
  query: closedQuery({
    interval: Type.Enum(['hour', 'day'], { default: 'hour', description: 'Hours, or days of UTC' }),
    since: Time(
      `Start with the hour or day of this time, at most ${MAX_BUCKETS} of them before \`until\`; default: 24 hours, or 30 days`,
    ),
    until: Time('End with the hour or day of this time; default: now'),
    people: Type.Optional(
      Type.Boolean({ description: 'Count the active people too, at most every five minutes' }),
    ),
  }),
  response: {
    200: Type.Object({
      interval: Type.Enum(['hour', 'day']),
      since: At,
      until: At,
      buckets: Type.Array(
        Type.Object({
          at: At,
          sign_ups: Count('Accounts that people opened themselves'),
          sign_ins: Count('Sessions that began, including those of sign-ups'),
          failures: Count('Sign-ins and codes that were refused'),
          lockouts: Count('Sign-ins that were refused because of too many failures'),
          delivered: Count('Deliveries to webhooks that succeeded; for the last 30 days'),
          undelivered: Count('Deliveries to webhooks that were given up; for the last 30 days'),
          retrying: Count('Deliveries to webhooks whose last attempt failed, and that will be tried again'),
        }),
        { description: 'All hours or days of the time span, including empty ones' },
      ),
      people: Type.Optional(
        Count(
          'Accounts with a sign-in, or with a session in use, in the whole time span; only if it was asked for',
        ),
      ),
      methods: Type.Array(
        Type.Object({
          method: Type.String({ description: 'As in `session.started`', examples: ['provider'] }),
          via: nullable(
            Type.String({ description: 'The provider, or `link` for a mailed link', examples: ['google'] }),
          ),
          sign_ins: Count('Sessions that began this way'),
        }),
        { description: 'How people signed in, the most frequent method first' },
      ),
    }),
  },
  errors: [],
  async handle({ services: { activity, clock }, query }) {
    const { interval } = query;
    const ms = INTERVALS[interval];
    const last = query.until === undefined ? clock.now() + 1 : parseTime(query.until);
    const until = Math.ceil(last / ms) * ms;
    const first = query.since === undefined ? until - USUAL_BUCKETS[interval] * ms : parseTime(query.since);
    const since = Math.floor(first / ms) * ms;
    if (since >= until) throw invalidFields({ path: 'since', message: 'must be before until' });
    if ((until - since) / ms > MAX_BUCKETS)
      throw invalidFields({
        path: 'since',
        message: `must be at most ${MAX_BUCKETS} ${interval}s before until${interval === 'hour' ? '; for a longer time, send interval=day' : ''}`,
      });
    const { buckets, methods } = await activity.counts({ since, until }, ms);
    return {
      interval,
      since: toText(since),
      until: toText(until),
      buckets: buckets.map(({ at, ...bucket }) => ({ at: toText(at), ...bucket })),
      ...(query.people === true && { people: await activity.people({ since, until }) }),
      methods,
    };
  },
});

function toText(at: number): string {
  return new Date(at).toISOString();
}
