import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/**
 * The text of a field. `onChange` receives it when the person pauses for `pauseMs`, and it returns as `value`.
 * By then the field may have newer text, so only a different value replaces it.
 */
export function useTyped(
  value: string,
  onChange: (text: string) => void,
  pauseMs: number,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const told = useRef(value.trim());
  const tell = useDebouncedCallback((text: string) => {
    told.current = text.trim();
    onChange(text);
  }, pauseMs);
  useEffect(() => {
    if (value.trim() === told.current) return;
    told.current = value.trim();
    setTyped(value);
  }, [value]);
  return [
    typed,
    (text) => {
      setTyped(text);
      tell(text);
    },
  ];
}
