import type { Instrument, Work } from '../../../lib/instrument.ts';
import { type Family, familyOf } from './families.ts';
import { DURATIONS, prometheus } from './prometheus.ts';

const FAMILIES: Record<Work, { name: string; help: string }> = {
  'password hash': {
    name: 'keyward_password_hash_duration_seconds',
    help: 'Time of a password hash, without its wait in the queue.',
  },
  'mail send': {
    name: 'keyward_mail_send_duration_seconds',
    help: 'Time to hand a mail over to the mail server.',
  },
  'webhook attempt': {
    name: 'keyward_webhook_attempt_duration_seconds',
    help: 'Time from the start of an attempt to deliver to a webhook until its answer or failure.',
  },
};

/** Times work, whatever its outcome. */
export function createWorkMeter(): { instrument: Instrument; families(): Promise<Family[]> } {
  const meters = new Map(
    Object.entries(FAMILIES).map(([work, family]) => [
      work,
      new prometheus.Histogram({ ...family, buckets: DURATIONS, registers: [] }),
    ]),
  );
  return {
    async instrument(work, run) {
      const began = performance.now();
      try {
        return await run();
      } finally {
        meters.get(work)?.observe((performance.now() - began) / 1000);
      }
    },
    families: () => Promise.all([...meters.values()].map((meter) => familyOf('histogram', meter))),
  };
}
