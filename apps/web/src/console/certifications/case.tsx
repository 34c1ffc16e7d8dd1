import { type CertificationCase, calls, certificationStateTable, type Upload } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { CertificationChip } from '../../ui/account/certification-chip.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Facts } from '../ui/facts.tsx';
import { SelectedItem } from '../ui/selected-item.tsx';
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
    <SelectedItem back={back} found={found}>
      {(data) => (
        <>
          <Whole item={data} />
          <Acts item={data} next={next} onChanged={() => void found.refetch()} />
        </>
      )}
    </SelectedItem>
  );
}

/** Actions that the state table allows an operator. */
function Acts({ item, next, onChanged }: { item: CertificationCase; next: string; onChanged: () => void }) {
  const events = item.state === 'none' ? [] : certificationStateTable.allowed(item.state, 'operator');
  if (events.includes('revoke')) return <Revoke item={item} onRevoked={onChanged} />;
  return events.length > 0 && <Decision item={item} next={next} onStale={onChanged} />;
}

function Whole({ item }: { item: CertificationCase }) {
  const t = useWords();
  return (
    <>
      <div className="page-heading">
        <h1>{t(item.kind)}</h1>
        <CertificationChip state={item.state} />
      </div>
      {!item.isTaken && item.certifiedElsewhere > 0 && (
        <Alert className="console-certifications-alert" type="info" showIcon title={t('elsewhere')} />
      )}
      {item.isChange && <Changed item={item} />}
      {item.isTaken && <Alert className="console-certifications-alert" type="error" showIcon title={t('taken')} />}
      <div className="console-columns console-certifications-item">
        <section>
          <h2>{t('compare')}</h2>
          <Known item={item} />
        </section>
        <section>
          <h2>{t('images')}</h2>
          <div className="console-certifications-images">
            {item.images.map((image) => (
              <Shown key={image.fileId} id={item.id} image={image} />
            ))}
          </div>
        </section>
      </div>
    </>
  );
}

/** Compares a change with the certification that it would replace. */
function Changed({ item: { present, name, legalRepresentative } }: { item: CertificationCase }) {
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

function Known({ item }: { item: CertificationCase }) {
  const t = useWords();
  const isPerson = item.kind === 'personal';
  const { contactName, contactPhone, gender, decidedAt } = item;
  const contact = [contactName, contactPhone].filter(Boolean).join(' ');
  const facts = [
    [t(isPerson ? 'name' : 'enterpriseName'), <strong key="name">{item.name}</strong>],
    [
      t(isPerson ? 'number' : 'creditCode'),
      <strong key="number" className="mono">
        {isPerson ? grouped(item.number) : item.number}
      </strong>,
    ],
    [t('birthday'), item.birthday],
    [t('gender'), gender && t(gender)],
    [t('legalRepresentative'), item.legalRepresentative],
    [t('contact'), contact],
    [t('account'), item.accountName],
    [t('submittedAt'), <Moment key="at" at={item.submittedAt} />],
    [t('decidedAt'), decidedAt && <Moment key="decided" at={decidedAt} />],
    [t('decidedBy'), decidedAt && (item.decidedBy ?? t('provider'))],
    [t('reason'), item.reason],
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
