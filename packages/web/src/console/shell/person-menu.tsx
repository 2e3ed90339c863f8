import { Avatar, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { boot } from '../boot.ts';
import { useMe, useSignOut } from '../session/me.ts';
import { chooseLanguage, LANGUAGES, presentLanguage } from '../texts/languages.ts';
import { useTexts } from '../texts/texts.ts';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** Who is signed in, and what only concerns this browser: appearance, language, shortcuts. */
export function PersonMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const texts = useTexts();
  const me = useMe();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const present = presentLanguage();
  const check = <IconCheck size={14} aria-hidden />;
  return (
    <div className="kc-side-end">
      <Menu position="top-start" width={216}>
        <Menu.Target>
          <button type="button" className="kc-person" aria-label={texts.shell.signedInAs(me.email)}>
            <Avatar src={me.avatar_url} name={me.name} size={28} radius={8} color="cobalt" alt="" />
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
          {SCHEMES.map((scheme) => (
            <Menu.Item
              key={scheme}
              role="menuitemradio"
              aria-checked={scheme === colorScheme}
              rightSection={scheme === colorScheme && check}
              onClick={() => setColorScheme(scheme)}
            >
              {texts.shell.themes[scheme]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{texts.shell.language}</Menu.Label>
          {LANGUAGES.map(({ id, name }) => (
            <Menu.Item
              key={id}
              role="menuitemradio"
              aria-checked={id === present}
              lang={id}
              rightSection={id === present && check}
              onClick={() => {
                chooseLanguage(id);
                location.reload();
              }}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={14} />} onClick={() => void signOut()}>
            {texts.shell.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
