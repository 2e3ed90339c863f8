import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { redirectUriProblem } from '../../../../../server/src/lib/redirect-uri.ts';
import { useTexts } from '../../texts/texts.ts';

/** In the form in which browsers write hosts, so that equal hosts are equal texts. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const PAUSE_MS = 400;

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The first invalid address, and the reason. */
export function problemIn(text: string): { uri: string; problem: string } | null {
  for (const uri of linesOf(text)) {
    const problem = redirectUriProblem(uri, (host) => LOOPBACK.test(host));
    if (problem !== null) return { uri, problem };
  }
  return null;
}

export interface AddressesFieldProps {
  name: string;
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Addresses to which browsers return, one on each line, checked during typing. */
export function AddressesField({ value, error, onChange, ...shown }: AddressesFieldProps) {
  const t = useTexts().applications;
  const [typed] = useDebouncedValue(value, PAUSE_MS);
  const found = problemIn(typed);
  return (
    <Textarea
      {...shown}
      placeholder="https://app.example.com/callback"
      value={value}
      error={found === null ? error : t.addressProblem(found.uri, found.problem)}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
    />
  );
}
