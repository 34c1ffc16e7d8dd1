import '../frame/platform-foot.css';
import { usePlatform } from '../../api/platform.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('support', text);

/** Support contacts below the desk navigation; empty if an operator set none. */
export function Support() {
  const t = useWords();
  const { supportPhone, supportMail } = usePlatform('basicInfo');
  if (!supportPhone && !supportMail) return null;
  return (
    <p className="support">
      {t('label')}
      {supportPhone && <a href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`}>{supportPhone}</a>}
      {supportMail && <a href={`mailto:${supportMail}`}>{supportMail}</a>}
    </p>
  );
}
