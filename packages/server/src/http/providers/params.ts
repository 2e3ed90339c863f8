import { Type } from 'typebox';

/** The configured name; the rules know which there are. */
export const ProviderParams = Type.Object({ provider: Type.String() });
