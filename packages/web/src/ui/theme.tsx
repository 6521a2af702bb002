import {
  type CheckboxFactory,
  type ComboboxFactory,
  createTheme,
  type CSSVariablesResolver,
  type ExtendComponent,
  type FactoryPayload,
  type InputFactory,
  MantineProvider,
  type MantineColorsTuple,
  type PopoverFactory,
  type SwitchFactory,
  type TooltipFactory,
} from '@mantine/core'
import type { ReactNode } from 'react'
import css from './theme.module.css'

// Mantine wants ten shades as literal colours; the tokens' accent is the sixth, its hover the seventh.
const iris: MantineColorsTuple = [
  '#eeedfd',
  '#dedcfb',
  '#bdb8f6',
  '#9b94f1',
  '#776ee9',
  '#6156e5',
  '#5246e0',
  '#4338ca',
  '#3a31ad',
  '#2f2890',
]

/** What Mantine's own `Checkbox.extend` does, without loading the component where nobody shows one. */
const part = <F extends FactoryPayload>(settings: ExtendComponent<F>): ExtendComponent<F> => settings

const theme = createTheme({
  colors: { iris },
  primaryColor: 'iris',
  primaryShade: 6,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: part<InputFactory>({
      classNames: { wrapper: css.inputWrapper ?? '', input: css.input ?? '' },
      vars: () => ({ wrapper: { '--input-height': '40px', '--input-fz': '14px' } }),
    }),
    Combobox: part<ComboboxFactory>({ classNames: { dropdown: css.dropdown ?? '', option: css.option ?? '' } }),
    Popover: part<PopoverFactory>({ classNames: { dropdown: css.dropdown ?? '' } }),
    Checkbox: part<CheckboxFactory>({ classNames: { input: css.checkbox ?? '' }, defaultProps: { size: 'xs' } }),
    Switch: part<SwitchFactory>({ defaultProps: { withThumbIndicator: false } }),
    Tooltip: part<TooltipFactory>({
      classNames: { tooltip: css.tooltip ?? '' },
      defaultProps: { multiline: true, openDelay: 150, events: { hover: true, focus: true, touch: true } },
    }),
  },
})

const resolver: CSSVariablesResolver = () => {
  const scheme = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--live-ink)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--grey-soft)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-disabled-border': 'var(--line)',
  }
  return { variables: {}, light: scheme, dark: scheme }
}

/** Mantine on the family's tokens (ui/tokens.css). The console is light. */
export const UiTheme = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={resolver} forceColorScheme="light">
    {children}
  </MantineProvider>
)
