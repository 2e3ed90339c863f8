import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Breaks } from './breaks.tsx';
import { useTexts } from '../texts/texts.ts';

/** Copies a text. @param props.label names what is copied; shown as a button's text, or else read aloud */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const texts = useTexts().ui;
  const clipboard = useClipboard({ timeout: 1500 });
  const icon = clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />;
  const said = clipboard.copied ? texts.copied : (label ?? texts.copy);
  if (label !== undefined)
    return (
      <Button variant="default" leftSection={icon} onClick={() => clipboard.copy(value)}>
        {said}
      </Button>
    );
  return (
    <Tooltip label={said}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        aria-label={`${said}: ${value.slice(0, 40)}`}
        onClick={(event) => {
          event.stopPropagation();
          clipboard.copy(value);
        }}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** An id, an address or a token, in a monospace typeface, with a copy button. */
export function Copyable({ value }: { value: string }) {
  return (
    <span className="kc-copyable">
      <code>
        <Breaks text={value} />
      </code>
      <CopyButton value={value} />
    </span>
  );
}
