import { calls, type ReplyOf, stateWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { shortId } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Copy } from '../copy.tsx';
import { Mark } from '../marks.tsx';
import { NotCome } from '../notice.tsx';

const useWords = words('found', {
  asking: ['正在查询', 'Asking'],
  found_one: ['属于 {count} 份已封存的存证', 'Part of {count} sealed attestation'],
  found_other: ['属于 {count} 份已封存的存证', 'Part of {count} sealed attestations'],
  none: ['没有找到含有这个文件的存证', 'No attestation here holds this file'],
  noneHelp: [
    '本站已封存的存证中没有摘要相同的文件。文件改动一个字节，摘要就会不同：请使用原始文件。',
    'No sealed attestation of this site has a file with this digest. A single changed byte makes another digest: use the original file.',
  ],
  ano: ['存证编号', 'Attestation number'],
  path: ['文件', 'File'],
  state: ['状态', 'State'],
  sealedAt: ['封存时间', 'Sealed'],
  logIndex: ['日志条目', 'Log entry'],
  digest: ['清单摘要', 'Digest of the manifest'],
  fileDigest: ['文件摘要', 'Digest of the file'],
  next: [
    '这里只说明存证存在。要核验内容，请向持有人索取证据包，在“证据包”中核验。',
    'This only says that the attestation exists. To verify what it holds, ask its holder for the bundle.',
  ],
});

type PublicFacts = ReplyOf<typeof calls.verification.queryByHolder>;

export function FoundByDigest({ sha256 }: { sha256: string }) {
  const say = useWords();
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.verification.queryByFile, { sha256 }),
    meta: { isSaidInPlace: true },
  });
  return (
    <section className="found" aria-live="polite">
      <p className="secondary">
        {say('fileDigest')} <code>{shortId(sha256, 12)}</code> <Copy text={sha256} what={say('fileDigest')} />
      </p>
      {error && !data && <NotCome error={error} refetch={refetch} />}
      {!data && !error && <p>{say('asking')}</p>}
      {data?.list.length === 0 && <FoundNothing title={say('none')} help={say('noneHelp')} />}
      {data && data.list.length > 0 && (
        <>
          <h2>
            <Mark outcome="passed" /> {say('found', { count: data.list.length })}
          </h2>
          {data.list.map((facts) => (
            <FoundAttestation key={`${facts.ano}/${facts.path}`} facts={facts} path={facts.path} />
          ))}
          <p className="secondary">{say('next')}</p>
        </>
      )}
    </section>
  );
}

/** An answer, and no error. */
export const FoundNothing = ({ title, help }: { title: string; help: string }) => (
  <div className="panel found-none">
    <h2>
      <Mark outcome="not-checked" /> {title}
    </h2>
    <p>{help}</p>
  </div>
);

/** What anybody may know of an attestation. */
export function FoundAttestation({ facts, path }: { facts: PublicFacts; path?: string }) {
  const say = useWords();
  const language = useLanguage();
  const { ano, state, sealedAt, logIndex, manifestSha256 } = facts;
  return (
    <dl className="panel found-facts">
      <div>
        <dt>{say('ano')}</dt>
        <dd>
          <code>{ano}</code> <Copy text={ano} what={say('ano')} />
        </dd>
      </div>
      {path && (
        <div>
          <dt>{say('path')}</dt>
          <dd>
            <code>{path}</code>
          </dd>
        </div>
      )}
      <div>
        <dt>{say('state')}</dt>
        <dd>{wordIn(stateWords[state], language)}</dd>
      </div>
      {sealedAt && (
        <div>
          <dt>{say('sealedAt')}</dt>
          <dd>
            <Moment at={sealedAt} />
          </dd>
        </div>
      )}
      {logIndex !== null && (
        <div>
          <dt>{say('logIndex')}</dt>
          <dd className="numbers">{logIndex}</dd>
        </div>
      )}
      {manifestSha256 && (
        <div>
          <dt>{say('digest')}</dt>
          <dd>
            <code title={manifestSha256}>{shortId(manifestSha256, 12)}</code>{' '}
            <Copy text={manifestSha256} what={say('digest')} />
          </dd>
        </div>
      )}
    </dl>
  );
}
