import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { paletteTexts } from './palette-texts.ts';
import { type PageOption, useOptions } from './use-options.ts';

interface FinderProps {
  pages: readonly PageOption[];
  title: string;
  typed: string;
  onType: (typed: string) => void;
  close: () => void;
}

/** The field of the palette, and what it finds. */
export function Finder({ pages, title, typed, onType, close }: FinderProps) {
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const { options, run } = useOptions(pages, typed, close);
  const at = Math.min(chosen, options.length - 1);
  const active = options[at] && `${list}-${options[at].id}`;
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      if (options[at] !== undefined) run(options[at]);
    } else if (event.key === 'ArrowDown') setChosen(Math.min(options.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, at - 1));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className="kc-palette-input"
        role="combobox"
        aria-label={paletteTexts.placeholder}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={active}
        placeholder={paletteTexts.placeholder}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        ref={focus}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setChosen(0);
        }}
      />
      <div className="kc-palette-list" role="listbox" id={list} aria-label={title}>
        {options.length === 0 && <p className="kc-muted kc-small">{paletteTexts.nothing}</p>}
        {options.map((option, index) => (
          <div key={option.id} role="presentation">
            {option.group !== options[index - 1]?.group && (
              <h3 role="presentation">{paletteTexts.groups[option.group]}</h3>
            )}
            <div
              className="kc-option"
              role="option"
              id={`${list}-${option.id}`}
              aria-selected={index === at}
              tabIndex={-1}
              onMouseMove={() => setChosen(index)}
              onClick={() => run(option)}
              onKeyDown={onKeyDown}
            >
              <span>{option.label}</span>
              {option.detail !== undefined && <small>{option.detail}</small>}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

/** It takes the place of another field, after the dialog has chosen where the focus goes. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
  input?.setSelectionRange(input.value.length, input.value.length);
}
