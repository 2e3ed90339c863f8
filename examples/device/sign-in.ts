import * as openid from 'openid-client';

const { ISSUER = 'http://127.0.0.1:4000', CLIENT_ID = '' } = process.env;

// Plain HTTP is for this machine alone.
const execute = ISSUER.startsWith('https:') ? [] : [openid.allowInsecureRequests];
const config = await openid.discovery(new URL(ISSUER), CLIENT_ID, undefined, openid.None(), { execute });
const device = await openid.initiateDeviceAuthorization(config, { scope: 'openid email' });
console.log(`Open ${device.verification_uri} and type ${device.user_code}`);
console.log(`Or open ${device.verification_uri_complete}`);

const tokens = await openid.pollDeviceAuthorizationGrant(config, device);
const { sub = '' } = tokens.claims() ?? {};
const { email } = await openid.fetchUserInfo(config, tokens.access_token, sub);
console.log(`Hello ${email}`);
