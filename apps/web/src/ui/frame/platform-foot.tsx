import './platform-foot.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePlatform } from '../../api/platform.ts';
import { paths } from '../address/paths.ts';
import { useLanguage, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('platform-foot', text);

/** Company and contact details as set by an operator. @param hasReport whether it leads to the problem report */
export function PlatformFoot({ hasReport = false }: { hasReport?: boolean }) {
  const t = useWords();
  const language = useLanguage();
  const { operator, supportPhone, supportMail, supportHours, recordNumber } = usePlatform('basicInfo');
  const { notice } = usePlatform('price');
  const parts: [string, ReactNode][] = [
    ['operator', operator[language]],
    [
      'phone',
      supportPhone && <Reached by={t('phone')} at={supportPhone} to={`tel:${supportPhone.replace(/[^\d+]/g, '')}`} />,
    ],
    ['mail', supportMail && <Reached by={t('mail')} at={supportMail} to={`mailto:${supportMail}`} />],
    ['hours', supportHours[language]],
    ['notice', notice[language]],
    ['record', recordNumber],
    [
      'report',
      hasReport && (
        <Link key="report" to={paths.report}>
          {t('report')}
        </Link>
      ),
    ],
  ];
  const shown = parts.filter(([, part]) => part);
  return (
    <footer className="platform-foot" aria-label={t('label')}>
      {shown.length > 0 && (
        <ul className="platform-foot-list">
          {shown.map(([name, part]) => (
            <li key={name}>{part}</li>
          ))}
        </ul>
      )}
      <Files />
      <Offices />
      <Marks />
    </footer>
  );
}

const Reached = ({ by, at, to }: { by: string; at: string; to: string }) => (
  <>
    {by} <a href={to}>{at}</a>
  </>
);

function Files() {
  const t = useWords();
  const language = useLanguage();
  const files = usePlatform('files');
  if (files.length === 0) return null;
  return (
    <ul className="platform-foot-list" aria-label={t('files')}>
      {files.map(({ name, url }) => (
        <li key={url}>
          <a href={url}>{name[language]}</a>
        </li>
      ))}
    </ul>
  );
}

function Offices() {
  const t = useWords();
  const language = useLanguage();
  const { offices } = usePlatform('NotarizationService');
  if (offices.length === 0) return null;
  return (
    <details>
      <summary>{t('offices')}</summary>
      <ul>
        {offices.map(({ name, address, phone }) => (
          <li key={name.zh}>
            {[name[language], address[language], phone].filter(Boolean).join(language === 'zh' ? '，' : ', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Marks() {
  const language = useLanguage();
  const marks = usePlatform('imageList');
  if (marks.length === 0) return null;
  return (
    <ul className="platform-foot-marks">
      {marks.map(({ name, picture, url }) => {
        const mark = <img src={picture} alt={name[language]} />;
        return <li key={name.zh}>{url ? <a href={url}>{mark}</a> : mark}</li>;
      })}
    </ul>
  );
}
