import { Avatar, Menu, useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { boot } from '../lib/boot.ts';
import { choice } from '../lib/choice.ts';
import { useMe, useSignOut } from '../session/me.ts';
import { chooseLanguage, LANGUAGES, presentLanguage } from '../texts/languages.ts';
import { useTexts } from '../texts/texts.ts';

const SCHEMES = ['auto', 'light', 'dark'] as const;
const schemeOf = (value: string) => choice(SCHEMES, value) ?? 'auto';

/** The signed-in person, and settings of this browser: appearance, language, shortcuts. */
export function PersonMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const texts = useTexts();
  const me = useMe();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className="kc-side-end">
      <Menu position="top-start" width={216}>
        <Menu.Target>
          <button type="button" className="kc-person">
            <span className="kc-visually-hidden">{texts.shell.signedInAs(me.email)}</span>
            <Avatar
              aria-hidden
              src={me.avatar_url}
              name={me.name}
              size={28}
              radius={8}
              color="cobalt"
              alt=""
            />
            <span>
              <b>{me.name}</b>
              <small>{me.email}</small>
            </span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={`${boot.webPath}/console/accounts/${me.id}`}
            leftSection={<IconUser size={14} />}
          >
            {texts.shell.myAccount}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKeyboard size={14} />}
            rightSection={<kbd>?</kbd>}
            onClick={onShortcuts}
          >
            {texts.shell.shortcuts}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{texts.shell.theme}</Menu.Label>
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(schemeOf(value))}>
            {SCHEMES.map((scheme) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {texts.shell.themes[scheme]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Label>{texts.shell.language}</Menu.Label>
          <Menu.RadioGroup
            value={presentLanguage()}
            onChange={(value) => {
              chooseLanguage(value);
              location.reload();
            }}
          >
            {LANGUAGES.map(({ id, name }) => (
              <Menu.RadioItem key={id} value={id} lang={id}>
                {name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={14} />} onClick={() => void signOut()}>
            {texts.shell.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
