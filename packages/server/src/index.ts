export { ConfigError } from './config/error.ts';
export { errorCode, type ErrorKind, ERRORS, type FieldError, KeywardError } from './errors.ts';
export type { EventName, Level, ServiceEvent } from './features/audit/events/events.ts';
export type { HostEvent } from './features/operations/logs/logs.ts';
export { gitHub } from './features/sign-in/provider/oauth-presets.ts';
export type { Preset } from './features/sign-in/provider/preset.ts';
export type { Presets } from './features/sign-in/provider/presets.ts';
export type { ProviderSlot } from './features/settings/provider-slot.ts';
export type { EventBody, EventType, KeywardEvent } from './features/audit/events/event-types.ts';
export type { EventListener, EventOf, EventPattern } from './features/audit/log/listeners.ts';
export type { KeywardApi } from './mount/api.ts';
export type { FetchContext, FetchHandler } from './mount/fetch-handler.ts';
export type { Account, ActiveOrganization, HostRequest, Identity, Session } from './mount/identity.ts';
export { createKeyward, type Keyward } from './mount/keyward.ts';
export type { NodeHandler } from './mount/node-handler.ts';
export type {
  KeywardHooks,
  KeywardOptions,
  KeywardPaths,
  LimitText,
  ProviderOptions,
  GivenRoles,
  MemberJoiningAnswer,
  MemberJoiningFacts,
  Refusal,
  SignInFacts,
} from './mount/options.ts';
