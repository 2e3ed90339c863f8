import { Type } from 'typebox';
import { ExternalId, Handle, MetadataPatch, ProfileFields } from '../../wire/endpoint/schemas.ts';
import { Label } from '../schemas.ts';

/** The fields of an account that administrators may set when they create or change it. */
export const AccountFields = {
  handle: Type.Optional(Handle),
  ...ProfileFields,
  role: Type.Optional(Label),
  status: Type.Optional(Label),
  email_verified: Type.Optional(Type.Boolean()),
  external_id: Type.Optional(ExternalId),
  metadata: Type.Optional(MetadataPatch),
  app_metadata: Type.Optional(MetadataPatch),
};
