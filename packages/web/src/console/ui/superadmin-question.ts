import { useTexts } from '../texts/texts.ts';

/** The question before somebody gets the rights of a superadmin; null for another role. */
export function useSuperadminQuestion({ email, role }: { email: string; role: string }) {
  const { profile: t } = useTexts().account;
  if (role.trim() !== 'superadmin') return null;
  return { title: t.promoteTitle(email.trim()), text: t.promoteText, phrase: 'superadmin' };
}
