import { ConfigProvider, theme } from 'antd';
import enUS from 'antd/locale/en_US.js';
import zhCN from 'antd/locale/zh_CN.js';
import type { ReactNode } from 'react';
import { useLanguage } from '../words/words.ts';
import { antdTokens, paletteOf, useMode } from './theme.ts';

/** antd's theme and locale, for pages that use antd; other pages don't load it. */
export function Themed({ children }: { children: ReactNode }) {
  const mode = useMode();
  const language = useLanguage();
  const palette = paletteOf(mode);
  return (
    <ConfigProvider
      locale={(language === 'zh' ? zhCN : enUS).default}
      theme={{
        algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: antdTokens(palette),
        components: {
          Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
          Menu: { itemSelectedBg: palette.tint, itemSelectedColor: palette.link, itemBg: 'transparent' },
          Table: { headerBg: palette.surface, headerColor: palette.secondary, headerSplitColor: 'transparent' },
          Tabs: { itemColor: palette.secondary, itemSelectedColor: palette.link, inkBarColor: palette.link },
        },
      }}
      // Otherwise antd puts a space between the two characters of a Chinese button label.
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}
