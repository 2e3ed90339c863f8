/** The components' parts, for the service's own pages. The published package does not export them. */
export { RecoveryCodes } from './account/recovery-codes.tsx';
export { OrganizationList } from './organizations/organization-list.tsx';
export { Button } from './parts/button.tsx';
export { Field } from './parts/field.tsx';
export { Form } from './parts/form.tsx';
export { Notice } from './parts/notice.tsx';
export { Panel } from './parts/panel.tsx';
export { PasswordField } from './parts/password-field.tsx';
export { KeywardRoot } from './root.tsx';
export { useAct } from './context/use-act.ts';
