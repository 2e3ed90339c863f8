/** The values from Keyward: addresses, a name for the client, and the token for provisioning. */
export type Given = 'acs' | 'acsPattern' | 'entity' | 'redirect' | 'client' | 'login' | 'base' | 'token';

/** The value of a field of an identity provider. */
export type Value = Given | 'checked' | 'unchecked' | { text: string };

export interface GuideField {
  label: string;
  value: Value;
}

/** A path through the menus of a product, one choice after the other. */
export type Way = readonly string[];

/** How to set up one identity provider, with the names in its own product, which are the same in all languages. */
export interface Guide {
  id: string;
  name: string;
  /** Its name among the choices, if there is one by each protocol. */
  choice?: string;
  kind: 'saml' | 'oidc';
  /** Where in the product to do all this. */
  note?: 'realm';
  /** To create the application. */
  create: Way;
  /** The fields to fill in, in their order. */
  fields: readonly GuideField[];
  /**
   * To the values that Keyward needs: the address of the metadata, or a file with it; for `oidc` the client's secret,
   * and the issuer.
   */
  result: { way: Way; as: 'url' | 'file' | 'client'; issuer?: Way };
  /** To choose the people who may use it; null: there is no such step. */
  people: Way | null;
  /** How it provisions accounts; null: it does not support SCIM. */
  scim: { way: Way; fields: readonly GuideField[]; after: Way } | null;
}

/** A value that is the same for everybody. */
export const text = (value: string): Value => ({ text: value });
