/**
 * The names of passkey providers by AAGUID, so that people can tell their passkeys apart. Anybody can claim one, so
 * nothing else may depend on it.
 *
 * Source: https://github.com/passkeydeveloper/passkey-authenticator-aaguids at b976141 and the names of the FIDO
 * Metadata Service, read on 22 November 2026; only common ones.
 */
const PROVIDERS: Readonly<Record<string, string>> = {
  // Passwords and keychains
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain (Managed)',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'd3452668-01fd-4c12-926c-83a4204853aa': 'Microsoft Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'b5397666-4885-aa6b-cebf-e52262a439a2': 'Chromium Browser',
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': 'Edge on Mac',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'b78a0a55-6ef8-d246-a042-ba0f6d55050c': 'LastPass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'f3809540-7f14-49c1-a8b3-8f813b225541': 'Enpass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  'eaecdef2-1c31-5634-8639-f1cbd9c00a08': 'KeePassDX',
  '39a5647e-1853-446c-a1f6-a79bae9f5bc7': 'IDmelon',
  // Security keys
  'fa2b99dc-9e39-4257-8f92-4a30d23c4118': 'YubiKey 5 Series with NFC',
  '2fc0579f-8113-47ea-b116-bb5a8db9202a': 'YubiKey 5 Series with NFC',
  'd7781e5d-e353-46aa-afe2-3ca49f13332a': 'YubiKey 5 Series with NFC',
  'cb69481e-8ff7-4039-93ec-0a2729a154a8': 'YubiKey 5 Series',
  'ee882879-721c-4913-9775-3dfcce97072a': 'YubiKey 5 Series',
  '20ac7a17-c814-4833-93fe-539f0d5e3389': 'YubiKey 5 Series (Enterprise Profile)',
  '4599062e-6926-4fe7-9566-9e8fb1aedaa0': 'YubiKey 5 Series (Enterprise Profile)',
  'c5ef55ff-ad9a-4b9f-b580-adebafe026d0': 'YubiKey 5 Series with Lightning',
  'a02167b9-ae71-4ac7-9a07-06432ebb6f1c': 'YubiKey 5 Series with Lightning',
  'b90e7dc1-316e-4fee-a25a-56a666a670fe': 'YubiKey 5 Series with Lightning (Enterprise Profile)',
  '73bb0cd4-e502-49b8-9c6f-b59445bf720b': 'YubiKey 5 FIPS Series',
  'fcc0118f-cd45-435b-8da1-9782b2da0715': 'YubiKey 5 FIPS Series with NFC',
  '79f3c8ba-9e35-484b-8f47-53a5a0f5c630': 'YubiKey 5 FIPS Series with NFC (Enterprise Profile)',
  '85203421-48f9-4355-9bc8-8a53846e5083': 'YubiKey 5 FIPS Series with Lightning',
  'd8522d9f-575b-4866-88a9-ba99fa02f35b': 'YubiKey Bio Series',
  'dd86a2da-86a0-4cbe-b462-4bd31f57bc6f': 'YubiKey Bio Series',
  '7409272d-1ff9-4e10-9fc9-ac0019c124fd': 'YubiKey Bio Series',
  '90636e1f-ef82-43bf-bdcf-5255f139d12f': 'YubiKey Bio Series',
  '34744913-4f57-4e6e-a527-e9ec3c4b94e6': 'YubiKey Bio Series',
  'f8a011f3-8c0a-4d15-8006-17111f9edc7d': 'Security Key by Yubico',
  '149a2021-8ef6-4133-96b8-81f8d5b7f1f5': 'Security Key by Yubico with NFC',
  'b7d3f68e-88a6-471e-9ecf-2df26d041ede': 'Security Key NFC by Yubico',
  'a4e9fc6d-4cbe-4758-b8ba-37598bb5bbaa': 'Security Key NFC by Yubico',
  'e77e3c64-05e3-428b-8824-0cbeb04b829d': 'Security Key NFC by Yubico',
  '47ab2fb4-66ac-4184-9ae1-86be814012d5': 'Security Key NFC by Yubico (Enterprise Edition)',
  'ed042a3a-4b22-4455-bb69-a267b652ae7e': 'Security Key NFC by Yubico (Enterprise Edition)',
  '42b4fb4a-2866-43b2-9bf7-6c6669c2e5d3': 'Google Titan Security Key v2',
  '2cd2f727-f6ca-44da-8f48-5c2e5da000a2': 'Nitrokey 3',
  '8976631b-d4a0-427f-5773-0ec71c9e0279': 'Solo Tap',
  '9876631b-d4a0-427f-5773-0ec71c9e0279': 'Somu',
  '664d9f67-84a2-412a-9ff7-b4f7d8ee6d05': 'OpenSK',
  'ee041bce-25e5-4cdb-8f86-897fd6418464': 'Feitian ePass FIDO2-NFC',
  '12ded745-4bed-47d4-abaa-e713f51d6393': 'Feitian AllinOne',
  'ab32f0c6-2239-afbb-c470-d2ef4e254db7': 'Token2',
  '7787a482-13e8-4784-8a06-c7ed49a7aaf4': 'Swissbit iShield Key 2',
  '931327dd-c89b-406c-a81e-ed7058ef36c6': 'Swissbit iShield Key',
  'fcb1bcb4-f370-078c-6993-bc24d0ae3fbe': 'Ledger Nano X',
  '341e4da9-3c2e-8103-5a9f-aad887135200': 'Ledger Nano S',
  '58b44d0b-0a7c-f33a-fd48-f7153c871352': 'Ledger Nano S Plus',
};

/** The provider of an AAGUID; null if it is unknown or missing. */
export function providerOf(aaguid: string): string | null {
  return PROVIDERS[aaguid] ?? null;
}
