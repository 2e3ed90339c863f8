/** Parts of the components that the service's own pages use. The published package does not export them. */
export { RecoveryCodes } from './account/recovery-codes.tsx';
export { Card, Item, Whole } from './account/card.tsx';
export { useKeyward } from './context/context.tsx';
export { useLoaded } from './lib/use-loaded.ts';
export { OrganizationList } from './organizations/organization-list.tsx';
export { TextArea } from './organizations/text-area.tsx';
export { Button } from './parts/button.tsx';
export { CopyButton } from './parts/copy-button.tsx';
export { Field } from './parts/field.tsx';
export { Form } from './parts/form.tsx';
export { Initial } from './parts/initial.tsx';
export { Notice } from './parts/notice.tsx';
export { Panel } from './parts/panel.tsx';
export { PasswordField } from './parts/password-field.tsx';
export { ProviderMark } from './parts/provider-mark.tsx';
export { Question } from './parts/question.tsx';
export { KeywardRoot } from './root.tsx';
export { useAct } from './context/use-act.ts';
