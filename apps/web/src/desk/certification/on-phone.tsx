import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { QrCode } from '../../ui/kit/qr-code.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certification-on-phone', text);

/** Continues the application on the phone, whose camera takes the pictures of the card. The link grants nothing: the user signs in. */
export function OnPhone() {
  const t = useWords();
  const link = `${new URL(paths.userVerification, location.origin)}`;
  return (
    <section className="panel certification-phone">
      <div className="certification-scan">
        <QrCode text={link} label={t('code')} />
      </div>
      <div>
        <h2>{t('title')}</h2>
        <p className="secondary certification-scan">{t('scan')}</p>
        <p className="certification-scan">
          <Copyable text={link} what={t('link')} kept={24} />
        </p>
        <p className="certification-tap">
          <Link to={paths.userVerification}>{t('open')}</Link>
        </p>
      </div>
    </section>
  );
}
