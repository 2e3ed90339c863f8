'use client';
export {
  type Keyward,
  type Paths,
  type ProviderChoice,
  type ServiceFacts,
  type SessionState,
  useKeyward,
  useSession,
} from './context.tsx';
export { KeywardProvider, type KeywardProviderProps } from './provider.tsx';
export { SignIn, type SignInProps } from './sign-in/sign-in.tsx';
export { en, type Texts } from './texts/en.ts';
