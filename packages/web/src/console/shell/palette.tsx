import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useOfferedAccounts } from '../data/accounts.ts';
import { SHOWN_PAGES } from './shown-pages.ts';
import { useSignOut } from '../session/me.ts';
import { useTexts } from '../texts/texts.ts';
import { consolePath, documentation } from '../lib/paths.ts';

interface Option {
  id: string;
  group: string;
  label: string;
  detail?: string;
  run: () => void;
}

/** The command palette (Ctrl K or Cmd K): opens every page, account and action. */
export function Palette({ opened, onChange }: { opened: boolean; onChange: (opened: boolean) => void }) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || (!event.metaKey && !event.ctrlKey)) return;
      event.preventDefault();
      onChange(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onChange]);
  const texts = useTexts().palette;
  return (
    <Modal
      opened={opened}
      onClose={() => onChange(false)}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': texts.title } }}
    >
      <Choice close={() => onChange(false)} />
    </Modal>
  );
}

function Choice({ close }: { close: () => void }) {
  const texts = useTexts();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const options = useOptions(typed, close);
  const at = Math.min(chosen, options.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') options[at]?.run();
    else if (event.key === 'ArrowDown') setChosen(Math.min(options.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, at - 1));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className="kc-palette-input"
        role="combobox"
        aria-label={texts.palette.placeholder}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={options[at] && `${list}-${options[at].id}`}
        placeholder={texts.palette.placeholder}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
      />
      <div className="kc-palette-list" role="listbox" id={list} aria-label={texts.palette.title}>
        {options.length === 0 && <p className="kc-muted kc-small">{texts.palette.nothing}</p>}
        {options.map((option, index) => (
          <div key={option.id} role="presentation">
            {option.group !== options[index - 1]?.group && <h3 role="presentation">{option.group}</h3>}
            <div
              className="kc-option"
              role="option"
              id={`${list}-${option.id}`}
              aria-selected={index === at}
              tabIndex={-1}
              onMouseMove={() => setChosen(index)}
              onClick={option.run}
              onKeyDown={onKeyDown}
            >
              {option.label}
              {option.detail !== undefined && <small>{option.detail}</small>}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

function useOptions(typed: string, close: () => void): Option[] {
  const texts = useTexts();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const accounts = useOfferedAccounts(typed);
  return useMemo(() => {
    const go = (to: string) => () => {
      close();
      void navigate({ to });
    };
    const documents = documentation();
    const all: Option[] = [
      ...SHOWN_PAGES.map(({ id, path }) => ({
        id,
        group: texts.palette.pages,
        label: texts.pages[id],
        run: go(consolePath(path)),
      })),
      ...(documents === null
        ? []
        : [
            {
              id: 'documentation',
              group: texts.palette.pages,
              label: texts.shell.documentation,
              run: () => location.assign(documents),
            },
          ]),
      {
        id: 'sign-out',
        group: texts.palette.actions,
        label: texts.shell.signOut,
        run: () => {
          close();
          void signOut();
        },
      },
    ];
    const word = typed.trim().toLowerCase();
    const found = word === '' ? [] : accounts;
    return [
      ...all.filter(({ label }) => label.toLowerCase().includes(word)),
      ...found.map(({ id, name, email }) => ({
        id: `account-${id}`,
        group: texts.palette.accounts,
        label: name,
        detail: email,
        run: go(consolePath(`accounts/${id}`)),
      })),
    ];
  }, [typed, accounts, texts, navigate, close, signOut]);
}
