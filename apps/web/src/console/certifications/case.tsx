import {
  type CertificationCase,
  calls,
  certificationStateTable,
  certificationWords,
  type Upload,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { fileSize } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Facts } from '../ui/facts.tsx';
import { Matter } from '../ui/matter.tsx';
import { Decision } from './decision.tsx';
import { Revoke } from './revoke.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certification-case', text);

/** One certification. Each view is recorded in the audit trail, so it is never refetched automatically. */
export function Case({ id, back, next }: { id: string; back: string; next: string }) {
  const found = useQuery({
    ...queryOf(calls.certification.reviewCase, { id }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <Matter back={back} found={found}>
      {(data) => (
        <>
          <Whole matter={data} />
          <Acts matter={data} next={next} onChanged={() => void found.refetch()} />
        </>
      )}
    </Matter>
  );
}

/** Actions that the state table allows an operator. */
function Acts({ matter, next, onChanged }: { matter: CertificationCase; next: string; onChanged: () => void }) {
  const events = matter.state === 'none' ? [] : certificationStateTable.allowed(matter.state, 'operator');
  if (events.includes('revoke')) return <Revoke matter={matter} onRevoked={onChanged} />;
  return events.length > 0 && <Decision matter={matter} next={next} onStale={onChanged} />;
}

function Whole({ matter }: { matter: CertificationCase }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <>
      <div className="page-heading">
        <h1>{t(matter.kind)}</h1>
        <span className="chip">{wordIn(certificationWords[matter.state], language)}</span>
      </div>
      {!matter.isTaken && matter.certifiedElsewhere > 0 && (
        <Alert className="console-certifications-alert" type="info" showIcon title={t('elsewhere')} />
      )}
      {matter.isChange && <Changed matter={matter} />}
      {matter.isTaken && <Alert className="console-certifications-alert" type="error" showIcon title={t('taken')} />}
      <div className="console-certifications-matter">
        <section>
          <h2>{t('compare')}</h2>
          <Known matter={matter} />
        </section>
        <section>
          <h2>{t('images')}</h2>
          <div className="console-certifications-images">
            {matter.images.map((image) => (
              <Shown key={image.fileId} id={matter.id} image={image} />
            ))}
          </div>
        </section>
      </div>
    </>
  );
}

/** Compares a change with the certification that it would replace. */
function Changed({ matter: { present, name, legalRepresentative } }: { matter: CertificationCase }) {
  const t = useWords();
  if (!present) return <Alert className="console-certifications-alert" type="error" showIcon title={t('noPresent')} />;
  const differences = [
    [present.name, name],
    [present.legalRepresentative, legalRepresentative],
  ].filter(([before, after]) => before !== after);
  return (
    <Alert
      className="console-certifications-alert"
      type="warning"
      showIcon
      title={t('change')}
      description={
        differences.length === 0
          ? t('same')
          : differences.map(([before, after]) => (
              <p key={after}>{t('becomes', { before: before ?? '', after: after ?? '' })}</p>
            ))
      }
    />
  );
}

/** Groups the digits as the card prints them, to make comparing easier. */
const grouped = (idNumber: string): string => `${idNumber.slice(0, 6)} ${idNumber.slice(6, 14)} ${idNumber.slice(14)}`;

function Known({ matter }: { matter: CertificationCase }) {
  const t = useWords();
  const isPerson = matter.kind === 'personal';
  const { contactName, contactPhone, gender, decidedAt } = matter;
  const contact = [contactName, contactPhone].filter(Boolean).join(' ');
  const facts = [
    [t(isPerson ? 'name' : 'enterpriseName'), <strong key="name">{matter.name}</strong>],
    [
      t(isPerson ? 'number' : 'creditCode'),
      <strong key="number" className="mono">
        {isPerson ? grouped(matter.number) : matter.number}
      </strong>,
    ],
    [t('birthday'), matter.birthday],
    [t('gender'), gender && t(gender)],
    [t('legalRepresentative'), matter.legalRepresentative],
    [t('contact'), contact],
    [t('account'), matter.accountName],
    [t('submittedAt'), <Moment key="at" at={matter.submittedAt} />],
    [t('decidedAt'), decidedAt && <Moment key="decided" at={decidedAt} />],
    [t('decidedBy'), decidedAt && (matter.decidedBy ?? t('provider'))],
    [t('reason'), matter.reason],
  ] as const;
  return <Facts facts={facts} />;
}

function Shown({ id, image }: { id: string; image: Upload }) {
  const t = useWords();
  const src = linkTo(calls.certification.reviewImage, { id, fileId: image.fileId });
  const label = t(image.purpose as 'licence');
  const isImage = image.mediaType.startsWith('image/');
  return (
    <figure>
      {isImage && (
        <a href={src} target="_blank" rel="noreferrer" aria-label={`${t('larger')}: ${label}`}>
          <img src={src} alt={label} />
        </a>
      )}
      <figcaption>
        <span>{label}</span>
        {!isImage && <a href={src}>{t('save', { size: fileSize(image.sizeBytes) })}</a>}
      </figcaption>
    </figure>
  );
}
