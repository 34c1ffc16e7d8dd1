import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { LanguageSwitch } from '../words/language-switch.tsx';

/** Language and theme, as every frame offers them. */
export const Switches = () => (
  <>
    <LanguageSwitch />
    <ThemeSwitch />
  </>
);
