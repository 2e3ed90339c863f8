'use client';
export {
  type Keyward,
  type Paths,
  type ProviderChoice,
  type ServiceFacts,
  type SessionState,
  type SignedOutReason,
  useKeyward,
  useSession,
} from './context/context.tsx';
export { Account, type AccountProps } from './account/account.tsx';
export { Consent, type ConsentProps } from './oauth/consent.tsx';
export { Device, type DeviceProps } from './oauth/device.tsx';
export { EmailUndo } from './arrival/email-undo.tsx';
export { MagicLinkCallback, MagicLinkConfirm, type MagicLinkProps } from './arrival/magic-link.tsx';
export { SignInCallback, type SignInCallbackProps } from './arrival/sign-in-callback.tsx';
export { ResetPassword, type ResetPasswordProps } from './arrival/reset-password.tsx';
export { Invitation, type InvitationProps } from './sign-up/invitation.tsx';
export { SignUp, type SignUpProps } from './sign-up/sign-up.tsx';
export { KeywardProvider, type KeywardProviderProps } from './provider.tsx';
export { CreateOrganization, type CreateOrganizationProps } from './organizations/create-organization.tsx';
export {
  type OrganizationPart,
  OrganizationProfile,
  type OrganizationProfileProps,
} from './organizations/organization-profile.tsx';
export { OrganizationList, type OrganizationListProps } from './organizations/organization-list.tsx';
export { Protect, type ProtectProps } from './organizations/protect.tsx';
export { OrganizationSwitcher } from './organizations/switcher.tsx';
export {
  type ActiveOrganization,
  type OrganizationState,
  useOrganization,
} from './organizations/use-organization.ts';
export { type OrganizationsState, useOrganizations } from './organizations/use-organizations.ts';
export { SignIn, type SignInProps } from './sign-in/sign-in.tsx';
export { keepReturnPath, returnAddress } from './lib/return-path.ts';
export { UserButton, type UserButtonProps } from './user-button/user-button.tsx';
export { en, type Texts } from './texts/en.ts';
