import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { brokenRedirectUriRule, type RedirectUriRule } from '../../../../../server/src/lib/redirect-uri.ts';
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
export function problemIn(text: string): { uri: string; rule: RedirectUriRule } | null {
  for (const uri of linesOf(text)) {
    const rule = brokenRedirectUriRule(uri, (host) => LOOPBACK.test(host));
    if (rule !== null) return { uri, rule };
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
      error={found === null ? error : `${found.uri} ${t.addressRules[found.rule]}`}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
    />
  );
}
