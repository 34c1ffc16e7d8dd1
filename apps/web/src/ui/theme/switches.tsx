import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { language } from '../words/language.ts';
import { useLanguage, words } from '../words/words.ts';
import { mode, useMode } from './theme.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('switches', text);

/** Names the other language in that language, as whoever needs it reads no other. */
export function LanguageSwitch() {
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  return (
    <Button type="text" lang={other === 'zh' ? 'zh-CN' : 'en-US'} onClick={() => language.set(other)}>
      {other === 'zh' ? '中文' : 'English'}
    </Button>
  );
}

export function ThemeSwitch() {
  const say = useWords();
  const isDark = useMode() === 'dark';
  const label = say(isDark ? 'toLight' : 'toDark');
  return (
    <Button
      type="text"
      aria-label={label}
      title={label}
      icon={isDark ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
      onClick={() => mode.set(isDark ? 'light' : 'dark')}
    />
  );
}
