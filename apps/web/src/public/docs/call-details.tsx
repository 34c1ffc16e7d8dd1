import { permissionWords, type RefusalCode, refusals, type Who, type Word, withGaps } from '@proofkeep/contract';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import type { Entry, Schema } from './document.ts';
import { type Definitions, Fields } from './schema-view.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('call-entry', text);

const whoWords: Record<Who, Word> = {
  public: ['任何人', 'anyone'],
  user: ['已登录的用户', 'signed-in users'],
  main: ['主账号', 'account owner'],
  staff: ['公证员与运营人员', 'notaries and operators'],
  notary: ['公证员', 'notaries'],
  operator: ['运营人员', 'operators'],
  party: ['公证事项的当事人', 'parties of a matter'],
};

export function CallDetails({ operation, schemas }: Entry & Definitions) {
  const t = useWords();
  const language = useLanguage();
  const { who, needs, limits, refusals: codes } = operation['x-rules'];
  const produces = bytesOf(operation);
  return (
    <dl>
      <dt>{t('who')}</dt>
      <dd>{wordIn(whoWords[who], language)}</dd>
      {needs && (
        <>
          <dt>{t('needs')}</dt>
          <dd>
            <code>{needs}</code> {wordIn(permissionWords[needs], language)}
          </dd>
        </>
      )}
      {limits.length > 0 && (
        <>
          <dt>{t('limits')}</dt>
          {limits.map(({ times, seconds, per }) => (
            <dd key={per}>
              {t('limit', {
                times: times.toLocaleString('en-US'),
                seconds: seconds.toLocaleString('en-US'),
                per: t(per),
              })}
            </dd>
          ))}
        </>
      )}
      <dt>{t('input')}</dt>
      <dd>
        {operation.requestBody?.content?.['multipart/form-data'] && <p>{t('file')}</p>}
        <Given input={inputOf(operation)} schemas={schemas} />
      </dd>
      <dt>{t('reply')}</dt>
      <dd>{produces ? <code>{produces}</code> : <Given input={replyOf(operation)} schemas={schemas} isReply />}</dd>
      <dt>{t('refusals')}</dt>
      <dd>
        <Refusals codes={codes} />
      </dd>
    </dl>
  );
}

function Given({ input, ...context }: { input: Schema } & Definitions) {
  const t = useWords();
  if (Object.keys(input.properties ?? {}).length === 0) return <p className="secondary">{t('none')}</p>;
  return <Fields schema={input} {...context} />;
}

function Refusals({ codes }: { codes: readonly RefusalCode[] }) {
  const language = useLanguage();
  return (
    <ul className="docs-fields">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>{' '}
          <span className="secondary">
            {refusals[code].status} · {refusals[code].statusCode} · {withGaps(wordIn(refusals[code].says, language))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Merges path, query and body into one object, as the server does. */
function inputOf({ parameters, requestBody }: Entry['operation']): Schema {
  const body = requestBody?.content?.['application/json']?.schema;
  return {
    properties: { ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])), ...body?.properties },
    required: [...parameters.filter(({ required }) => required).map(({ name }) => name), ...(body?.required ?? [])],
  };
}

/** Media type of a reply of plain bytes; undefined for a JSON envelope. */
const bytesOf = ({ responses }: Entry['operation']): string | undefined =>
  Object.keys(responses['200']?.content ?? {}).find((mediaType) => mediaType !== 'application/json');

const replyOf = ({ responses }: Entry['operation']): Schema =>
  responses['200']?.content?.['application/json']?.schema.properties?.data ?? {};
