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
  const say = useWords();
  const language = useLanguage();
  return (
    <>
      <div className="page-heading">
        <h1>{say(matter.kind)}</h1>
        <span className="chip">{wordIn(certificationWords[matter.state], language)}</span>
      </div>
      {matter.isTaken && <Alert className="console-certifications-alert" type="error" showIcon title={say('taken')} />}
      <div className="console-certifications-matter">
        <section>
          <h2>{say('compare')}</h2>
          <Known matter={matter} />
        </section>
        <section>
          <h2>{say('images')}</h2>
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

/** Groups the digits as the card prints them, to make comparing easier. */
const grouped = (idNumber: string): string => `${idNumber.slice(0, 6)} ${idNumber.slice(6, 14)} ${idNumber.slice(14)}`;

function Known({ matter }: { matter: CertificationCase }) {
  const say = useWords();
  const isPerson = matter.kind === 'personal';
  const { contactName, contactPhone, gender, decidedAt } = matter;
  const contact = [contactName, contactPhone].filter(Boolean).join(' ');
  const facts = [
    [say(isPerson ? 'name' : 'enterpriseName'), <strong key="name">{matter.name}</strong>],
    [
      say(isPerson ? 'number' : 'creditCode'),
      <strong key="number" className="mono">
        {isPerson ? grouped(matter.number) : matter.number}
      </strong>,
    ],
    [say('birthday'), matter.birthday],
    [say('gender'), gender && say(gender)],
    [say('legalRepresentative'), matter.legalRepresentative],
    [say('contact'), contact],
    [say('account'), matter.accountName],
    [say('submittedAt'), <Moment key="at" at={matter.submittedAt} />],
    [say('decidedAt'), decidedAt && <Moment key="decided" at={decidedAt} />],
    [say('decidedBy'), decidedAt && (matter.decidedBy ?? say('provider'))],
    [say('reason'), matter.reason],
  ] as const;
  return <Facts facts={facts} />;
}

function Shown({ id, image }: { id: string; image: Upload }) {
  const say = useWords();
  const src = linkTo(calls.certification.reviewImage, { id, fileId: image.fileId });
  const label = say(image.purpose as 'licence');
  const isImage = image.mediaType.startsWith('image/');
  return (
    <figure>
      {isImage && (
        <a href={src} target="_blank" rel="noreferrer" aria-label={`${say('larger')}: ${label}`}>
          <img src={src} alt={label} />
        </a>
      )}
      <figcaption>
        <span>{label}</span>
        {!isImage && <a href={src}>{say('save', { size: fileSize(image.sizeBytes) })}</a>}
      </figcaption>
    </figure>
  );
}
