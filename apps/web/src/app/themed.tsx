import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider, theme } from 'antd';
import enUS from 'antd/locale/en_US.js';
import zhCN from 'antd/locale/zh_CN.js';
import { type ReactNode, useEffect } from 'react';
import { queries } from '../api/queries.ts';
import { antdTokens, paletteOf, useMode } from '../ui/theme.ts';
import { showToastsWith, toastTopPx } from '../ui/toast.ts';
import { useLanguage } from '../ui/words.ts';

/** What every page stands in: theme, language, what the server said. */
export function Providers({ children }: { children: ReactNode }) {
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
      // Two Chinese characters of a button's word are otherwise parted by a space.
      button={{ autoInsertSpace: false }}
    >
      <App message={{ top: toastTopPx, maxCount: 3 }} className="app">
        <QueryClientProvider client={queries}>
          <Toasts />
          {children}
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}

function Toasts() {
  const { message } = App.useApp();
  useEffect(() => showToastsWith(message), [message]);
  return null;
}
