export { ConfigError } from './config/error.ts';
export { errorCode, type ErrorKind, ERRORS, type FieldError, KeywardError } from './errors.ts';
export type { EventName, Level, ServiceEvent } from './features/events/events.ts';
export type { HostEvent } from './features/logs/logs.ts';
export { gitHub } from './features/providers/oauth-presets.ts';
export type { Preset } from './features/providers/preset.ts';
export type { Presets } from './features/providers/presets.ts';
export type { ProviderSlot } from './features/providers/providers.ts';
export type { EventBody, EventType, KeywardEvent } from './features/trail/catalogue.ts';
export type { EventListener, EventOf, EventPattern } from './features/trail/listeners.ts';
export type { KeywardApi } from './mount/api.ts';
export type { FetchContext, FetchHandler } from './mount/fetch-handler.ts';
export type { Account, HostRequest, Identity, Session } from './mount/identity.ts';
export { createKeyward, type Keyward } from './mount/keyward.ts';
export type { NodeHandler } from './mount/node-handler.ts';
export type {
  KeywardHooks,
  KeywardOptions,
  KeywardPaths,
  LimitText,
  ProviderOptions,
  Refusal,
  SignInFacts,
} from './mount/options.ts';
