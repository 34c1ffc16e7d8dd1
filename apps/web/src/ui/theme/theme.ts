import type { ThemeConfig } from 'antd';
import { preference, usePreference } from '../address/preference.ts';

/** Text and background always have a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3); vermilion is only for the seal. */
const light = {
  primary: '#1F4E8C',
  primaryHover: '#2A63AD',
  link: '#1F4E8C',
  seal: '#A8271F',
  success: '#1B7F4B',
  warning: '#9A5B00',
  danger: '#C0271D',
  onDanger: '#FFFFFF',
  paper: '#FAFAF7',
  surface: '#FFFFFF',
  line: '#E6E4DD',
  control: '#8B8F98',
  text: '#1B1D21',
  secondary: '#5B606B',
  tint: '#EEF3FA',
  successTint: '#EDF7F1',
  warningTint: '#FBF1E0',
  dangerTint: '#FCECEA',
  shadow: '0 8px 28px rgb(27 29 33 / 12%)',
};

const dark: typeof light = {
  primary: '#2A63AD',
  primaryHover: '#3A73BD',
  link: '#8AB4EE',
  seal: '#F08A80',
  success: '#5CC48D',
  warning: '#E0A64B',
  danger: '#F4877E',
  onDanger: '#111418',
  paper: '#111418',
  surface: '#181C22',
  line: '#2A2F37',
  control: '#6E7682',
  text: '#E8EAED',
  secondary: '#A3A9B4',
  tint: '#1D2A3C',
  successTint: '#16291F',
  warningTint: '#2E2413',
  dangerTint: '#331C1A',
  shadow: '0 8px 28px rgb(0 0 0 / 50%)',
};

const palettes = { light, dark };
export type Palette = typeof light;
export type Mode = keyof typeof palettes;

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
export const mode = preference<Mode>(
  'bq-theme',
  ['light', 'dark'],
  () => (systemIsDark.matches ? 'dark' : 'light'),
  (changed) => systemIsDark.addEventListener('change', changed),
);
export const useMode = (): Mode => usePreference(mode);
export const paletteOf = (of: Mode): Palette => palettes[of];

/** The tokens as CSS variables for our style sheets: `primaryHover` becomes `--primary-hover`. */
export function applyTheme(shown: Mode = mode.get()): void {
  const root = document.documentElement;
  root.dataset.theme = shown;
  root.style.colorScheme = shown;
  for (const [name, value] of Object.entries(paletteOf(shown)))
    root.style.setProperty(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value);
}

export const fonts = {
  text: 'system-ui, "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace',
};

/** Components in which antd uses the primary colour, chosen as a fill, for text: dark text needs another blue. */
export const antdComponents = (p: Palette): NonNullable<ThemeConfig['components']> => ({
  Button: {
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    dangerColor: p.onDanger,
    defaultHoverColor: p.link,
    defaultHoverBorderColor: p.link,
    defaultActiveColor: p.link,
    defaultActiveBorderColor: p.link,
  },
  Badge: { colorTextLightSolid: p.onDanger },
  Menu: { itemSelectedBg: p.tint, itemSelectedColor: p.link, itemBg: 'transparent' },
  Pagination: { itemActiveColor: p.link, itemActiveColorHover: p.link },
  Table: { headerBg: p.surface, headerColor: p.secondary, headerSplitColor: 'transparent' },
  Tabs: {
    itemColor: p.secondary,
    itemSelectedColor: p.link,
    itemHoverColor: p.link,
    itemActiveColor: p.link,
    inkBarColor: p.link,
  },
});

/** Tokens that antd would derive from a colour. */
const derivedOf = (name: 'Primary' | 'Info' | 'Success' | 'Warning' | 'Error', text: string, tint: string) => ({
  [`color${name}Text`]: text,
  [`color${name}TextHover`]: text,
  [`color${name}TextActive`]: text,
  [`color${name}Bg`]: tint,
  [`color${name}BgHover`]: tint,
});

export function antdTokens(p: Palette): NonNullable<ThemeConfig['token']> {
  return {
    // Keeps a button's label legible while it is loading.
    opacityLoading: 1,
    colorPrimary: p.primary,
    colorPrimaryHover: p.primaryHover,
    colorLink: p.link,
    colorLinkHover: p.link,
    colorLinkActive: p.link,
    colorInfo: p.primary,
    // Set explicitly: the texts and backgrounds that antd derives have too little contrast (contrast.test.ts).
    ...derivedOf('Primary', p.link, p.tint),
    ...derivedOf('Info', p.link, p.tint),
    ...derivedOf('Success', p.success, p.successTint),
    ...derivedOf('Warning', p.warning, p.warningTint),
    ...derivedOf('Error', p.danger, p.dangerTint),
    colorErrorHover: p.danger,
    colorErrorBorderHover: p.danger,
    colorSuccess: p.success,
    colorWarning: p.warning,
    colorError: p.danger,
    colorBgLayout: p.paper,
    colorBgContainer: p.surface,
    colorBgElevated: p.surface,
    colorBorder: p.control,
    colorBorderSecondary: p.line,
    colorText: p.text,
    colorTextSecondary: p.secondary,
    colorTextTertiary: p.secondary,
    colorTextDescription: p.secondary,
    colorTextPlaceholder: p.secondary,
    colorTextDisabled: p.secondary,
    fontFamily: fonts.text,
    fontFamilyCode: fonts.mono,
    fontSize: 14,
    borderRadius: 6,
    boxShadowSecondary: p.shadow,
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationFast: '0.05s',
    motionDurationMid: '0.1s',
    motionDurationSlow: '0.15s',
  };
}
