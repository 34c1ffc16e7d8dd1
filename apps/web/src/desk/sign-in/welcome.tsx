import { useWelcome } from '../../api/platform.ts';
import { decimal } from '../../ui/words/formatters.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('register', text);

/** Free units for new accounts, from the current price list, which comes with the settings that every page loads. */
export function Welcome() {
  const t = useWords();
  const language = useLanguage();
  const given = useWelcome();
  if (!given) return null;
  const unit = given.unit[language] + (language === 'en' && given.quantity !== 1 ? 's' : '');
  return (
    <p className="sign-in-welcome">
      {t('welcome', { service: given.name[language], quantity: `${decimal(given.quantity, 0)} ${unit}` })}
    </p>
  );
}
