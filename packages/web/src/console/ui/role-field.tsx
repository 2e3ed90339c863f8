import { Autocomplete } from '@mantine/core';

export interface RoleFieldProps {
  label: string;
  description?: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (role: string) => void;
}

/** The role of an account: one of Keyward's, or a word of the application. */
export function RoleField({ description, ...props }: RoleFieldProps) {
  return (
    <Autocomplete
      {...props}
      {...(description !== undefined && { description })}
      name="role"
      data={['user', 'superadmin']}
      // All roles, regardless of the typed text.
      filter={({ options }) => options}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
