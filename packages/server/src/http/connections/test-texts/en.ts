import type { TestTexts } from './test-texts.ts';

export const texts: TestTexts = {
  passed: 'The test succeeded',
  failed: 'The test failed',
  passedText: 'This connection can sign people in. Nobody was signed in by this test.',
  failures: {
    private_address:
      'This address is in a private network, which this service may not call. Ask the person who gave you the link to allow it.',
    oidc_discovery:
      'The issuer does not answer with its configuration, or is not at a public address. Check the issuer, or ask the person who gave you the link to allow its network.',
    oidc_denied:
      'The identity provider refused the sign-in. Check whether the person may use the application.',
    oidc_authorization:
      'The identity provider did not accept the request. Check the client ID and the redirect address.',
    oidc_token: 'The identity provider refused the client. Check the client ID and the client secret.',
    oidc_id_token: 'The ID token could not be verified. Check the issuer and the client ID.',
    oidc_userinfo: 'The identity provider does not give the profile of the person.',
    saml_status:
      'The identity provider answered with an error. Check whether the person may use the application.',
    saml_signature: 'The signature is not from a known certificate. Load the metadata again.',
    saml_unsigned: 'The assertion is not signed. Turn on signing of the assertion.',
    saml_algorithm: 'The identity provider uses an old algorithm. Choose RSA-SHA256 and SHA-256.',
    saml_encryption: 'The encryption does not match. Check the settings for encrypted assertions.',
    saml_issuer: 'Another identity provider answered. Load the metadata again.',
    saml_destination: 'The answer is for another address. Check the sign-on address (ACS URL).',
    saml_recipient: 'The answer is for another recipient. Check the sign-on address (ACS URL).',
    saml_audience: 'The answer is for another service. Check the entity ID (audience).',
    saml_confirmation: 'The answer does not say for whom and until when it is valid.',
    saml_request: 'The answer does not belong to the request. Start from this test, not at the provider.',
    saml_time: 'The answer has expired, or is not valid yet. Check the clock of the identity provider.',
    saml_name_id: 'The NameID cannot be used. Choose a persistent one, or the email.',
    email_missing: 'The identity provider gives no email. Add an attribute or a claim with the name email.',
  },
  otherFailure: 'The answer does not have the form that the standard asks for.',
  detail: 'The exact reason:',
  close: 'You can close this window. The result is also shown where the test began.',
  verified: 'What holds',
  rules: {
    discovery: 'The configuration of the identity provider was read',
    code: 'The identity provider accepts the client',
    encryption: 'The assertion is encrypted',
    signature: 'The signature is from the identity provider',
    issuer: 'The issuer is the expected one',
    audience: 'The answer is for this service',
    recipient: 'The answer is for this address',
    request: 'The answer belongs to this request',
    time: 'The times are right',
  },
  attributes: 'What the identity provider says',
  fields: { subject: 'Identity', email: 'Email', name: 'Name', groups: 'Groups' },
  roles: 'Roles',
  outsideDomain:
    'The domain of this email is not verified. People with such an email can sign in only if they have no account yet.',
  received: 'The answer as it came, without signatures',
};
