import {
  Button,
  createTheme,
  type CSSVariablesResolver,
  Input,
  type MantineColorsTuple,
} from '@mantine/core';

/** From the page's colour to the text's, light; `DESIGN.md` names the roles. */
const PAPER: MantineColorsTuple = [
  '#faf9f7',
  '#f3f2ee',
  '#e4e2dc',
  '#d3d0c8',
  '#b4b0a6',
  '#8c887f',
  '#66625b',
  '#4a4741',
  '#302e2a',
  '#1b1a18',
];
/** From the text's colour to the page's, dark. */
const NIGHT: MantineColorsTuple = [
  '#ecebe8',
  '#c9c9c8',
  '#a2a4aa',
  '#6e727b',
  '#3a3d44',
  '#2a2c31',
  '#1e2024',
  '#18191c',
  '#111214',
  '#0c0d0e',
];
const COBALT: MantineColorsTuple = [
  '#e9edfb',
  '#cfd8f7',
  '#b0c0f4',
  '#9db2ff',
  '#6f89ee',
  '#4a68de',
  '#3656d3',
  '#2848c7',
  '#203aa3',
  '#182c7d',
];

/** The text's colour on the card's, in both schemes. */
const INK: MantineColorsTuple = [
  '#f3f2ee',
  '#e4e2dc',
  '#d3d0c8',
  '#ecebe8',
  '#c9c9c8',
  '#8c887f',
  '#4a4741',
  '#1b1a18',
  '#302e2a',
  '#000000',
];
const RED: MantineColorsTuple = [
  '#fcebe9',
  '#f6d0cc',
  '#ffb8b0',
  '#ff9a90',
  '#e5645a',
  '#d24a40',
  '#c2352c',
  '#b3261e',
  '#921d17',
  '#731510',
];

export const theme = createTheme({
  fontFamily: "'Geist Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'Geist Mono Variable', ui-monospace, monospace",
  colors: { gray: PAPER, dark: NIGHT, cobalt: COBALT, ink: INK, red: RED },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 6,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.375rem' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.75rem' } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      vars: (_, { size, variant = 'filled' }) => ({
        root: {
          ...(size === 'sm' && {
            '--button-height': '2rem',
            '--button-padding-x': '0.75rem',
            '--button-fz': '0.8125rem',
          }),
          // Mantine chooses it only by the light scheme.
          ...(variant === 'filled' && { '--button-color': 'var(--kw-card)' }),
        },
      }),
    }),
    Input: Input.extend({
      vars: (_, { size, variant = 'default' }) => ({
        wrapper: {
          ...(size === 'sm' && { '--input-height': '2rem' }),
          ...(variant === 'default' && { '--input-bg': 'var(--kw-card)' }),
        },
      }),
    }),
    Checkbox: { vars: () => ({ root: { '--checkbox-icon-color': 'var(--kw-card)' } }) },
    Radio: { vars: () => ({ root: { '--radio-icon-color': 'var(--kw-card)' } }) },
    // Announced when it appears, because the focus stays in the field after Enter.
    InputWrapper: { defaultProps: { errorProps: { role: 'alert' } } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false } },
    MultiSelect: { defaultProps: { size: 'sm' } },
    TagsInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { withArrow: false, openDelay: 300, transitionProps: { duration: 120 } } },
    // The placeholder is no child that a menu may have.
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 120 },
        withInitialFocusPlaceholder: false,
      },
    },
    // Several can be open, and a page has one banner only.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Modal: { defaultProps: { centered: true, radius: 10, transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { position: 'right', size: 520, transitionProps: { duration: 120 } } },
  },
});

/** Mantine's roles, from those in `styles/tokens.css`. */
export const cssVariables: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--kw-card)',
    '--mantine-color-text': 'var(--kw-text)',
    '--mantine-color-dimmed': 'var(--kw-muted)',
    '--mantine-color-placeholder': 'var(--kw-muted)',
    '--mantine-color-anchor': 'var(--kw-accent)',
    '--mantine-color-error': 'var(--kw-bad)',
    '--mantine-color-default': 'var(--kw-card)',
    '--mantine-color-default-hover': 'var(--kw-sunken)',
    '--mantine-color-default-color': 'var(--kw-text)',
    '--mantine-color-default-border': 'var(--kw-line-strong)',
    '--mantine-shadow-md': 'var(--kw-shadow)',
    '--mantine-shadow-xl': 'var(--kw-shadow)',
  };
  return { variables: {}, light: roles, dark: roles };
};
