import { type CourtDraft, causesOfAction, courtLimits } from '@proofkeep/contract';
import { AutoComplete, Input } from 'antd';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('court-case', text);

interface Props {
  draft: CourtDraft;
  onChange: (part: Partial<CourtDraft>) => void;
}

/** Court, case number and cause; a cause is chosen from the list or typed. */
export function CaseFields({ draft: { court, caseNo, cause }, onChange }: Props) {
  const t = useWords();
  const language = useLanguage();
  const typed = cause.trim().toLowerCase();
  const options = causesOfAction.flatMap(({ name, causes }) => {
    const matching = causes.filter(({ zh, en }) => `${zh} ${en}`.toLowerCase().includes(typed));
    const shown = matching.map(({ code, zh, en }) => ({
      key: code,
      value: zh,
      label: language === 'zh' ? zh : `${zh} · ${en}`,
    }));
    return shown.length > 0 ? [{ label: wordIn(name, language), options: shown }] : [];
  });
  return (
    <section className="panel court-applications-part">
      <h2>{t('title')}</h2>
      <TextPart name="court" value={court} onChange={onChange} />
      <label htmlFor="cause">{t('cause')}</label>
      <AutoComplete
        id="cause"
        size="large"
        value={cause}
        maxLength={courtLimits.cause}
        placeholder={t('causeExample')}
        options={options}
        onChange={(value: string) => onChange({ cause: value.slice(0, courtLimits.cause) })}
      />
      <p className="secondary">{t('causeHint')}</p>
      <TextPart name="caseNo" value={caseNo} onChange={onChange} />
    </section>
  );
}

interface TextPartProps {
  name: 'court' | 'caseNo';
  value: string;
  onChange: Props['onChange'];
}

function TextPart({ name, value, onChange }: TextPartProps) {
  const t = useWords();
  return (
    <>
      <label htmlFor={name}>{t(name)}</label>
      <Input
        id={name}
        size="large"
        value={value}
        maxLength={courtLimits[name]}
        placeholder={t(`${name}Example`)}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </>
  );
}
