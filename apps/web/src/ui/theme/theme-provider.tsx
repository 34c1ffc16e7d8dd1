import { ConfigProvider, theme } from 'antd';
import enUS from 'antd/locale/en_US.js';
import zhCN from 'antd/locale/zh_CN.js';
import type { ComponentType, ReactNode } from 'react';
import { useLanguage } from '../words/words.ts';
import { antdComponents, antdTokens, paletteOf, useMode } from './theme.ts';

/** antd's theme and locale, for pages that use antd; other pages don't load it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const mode = useMode();
  const language = useLanguage();
  const palette = paletteOf(mode);
  return (
    <ConfigProvider
      locale={(language === 'zh' ? zhCN : enUS).default}
      theme={{
        algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: antdTokens(palette),
        components: antdComponents(palette),
      }}
      // Otherwise antd puts a space between the two characters of a Chinese button label.
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}

/** Themes a frame and the pages below it. */
export const withTheme = (Frame: ComponentType) =>
  function ThemedFrame() {
    return (
      <ThemeProvider>
        <Frame />
      </ThemeProvider>
    );
  };
