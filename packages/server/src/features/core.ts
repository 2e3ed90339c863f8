import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Instrument } from '../lib/instrument.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/database.ts';

/** The parts that every feature builds on. */
export interface Core {
  store: Store;
  config: Config;
  secrets: Secrets;
  clock: Clock;
  /** The public address of the service. With port 0 it is known once the service listens. */
  publicUrl: () => string;
  /** Takes unexpected errors. */
  report: (error: unknown, requestId: string) => void;
  /** Shows the operator a warning of one line. */
  warn: (line: string) => void;
  /** Measures slow work; default: nothing is measured. */
  instrument?: Instrument | undefined;
}
