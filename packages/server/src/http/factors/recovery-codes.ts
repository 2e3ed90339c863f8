import { Type } from 'typebox';

/** Shown once: the service keeps only hashes. */
export const RecoveryCodesSchema = Type.Array(Type.String({ examples: ['7KQ2-M4XD-90TB-HV3N'] }), {
  description: 'Ten codes, each of which works once; no later answer shows them',
});
