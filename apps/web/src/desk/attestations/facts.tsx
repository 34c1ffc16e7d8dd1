import {
  type AttestationDetail,
  type CaptureEnvironment,
  type ClockReading,
  submitterFacts,
} from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { SubmitterRows } from '../../ui/attestation/submitter-rows.tsx';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('facts', text);

/** Known facts about the capture, grouped; unknown ones are left out. */
export function Facts({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const { page, resources, environment, applicant, operator } = detail;
  if (!page && !environment && !operator) return null;
  return (
    <div className="attestations-facts">
      {operator && (
        <Group title={t('submitter')}>
          <SubmitterRows facts={submitterFacts({ applicant, operator })} />
        </Group>
      )}
      {page && (
        <Group title={t('page')}>
          <Fact name={t('title')}>{page.title}</Fact>
          <Fact name={t('finalUrl')}>{page.finalUrl && <code>{page.finalUrl}</code>}</Fact>
          <Fact name={t('redirects')}>
            {page.redirects.length > 0 && (
              <ol>
                {page.redirects.map(({ url, status, location }) => (
                  <li key={url}>
                    <code>{t('redirect', { status, location })}</code>
                  </li>
                ))}
              </ol>
            )}
          </Fact>
          <Fact name={t('status')}>{page.status}</Fact>
          <Fact name={t('server')}>{page.serverAddress && <code>{page.serverAddress}</code>}</Fact>
          <Fact name={t('siteDate')}>{page.siteDate && <Moment at={page.siteDate} />}</Fact>
          <Fact name={t('height')}>{page.heightPx && `${page.heightPx.toLocaleString('en-US')} px`}</Fact>
          <Fact name={t('resources')}>
            {resources &&
              t('whole', { total: resources.total, whole: resources.whole, size: fileSize(resources.bytes) })}
          </Fact>
        </Group>
      )}
      {page?.tls && (
        <Group title={t('certificate')}>
          <Fact name={t('subject')}>{page.tls.subject}</Fact>
          <Fact name={t('issuer')}>{page.tls.issuer}</Fact>
          <Fact name={t('verdict')}>{t(page.tls.verdict.startsWith('accepted') ? 'accepted' : 'rejected')}</Fact>
        </Group>
      )}
      {environment && (
        <Group title={t('environment')}>
          <Fact name={t('browser')}>{environment.browser}</Fact>
          <Fact name={t('system')}>{environment.operatingSystem}</Fact>
          <Fact name={t('isolation')}>{t(environment.isolation)}</Fact>
          <Fact name={t('clock')}>
            <ClockOffsets {...environment.clock} />
          </Fact>
        </Group>
      )}
    </div>
  );
}

function ClockOffsets({ before, after }: CaptureEnvironment['clock']) {
  const t = useWords();
  const text = (reading: ClockReading | null) =>
    reading
      ? t('reading', {
          offset: `${reading.offsetMs > 0 ? '+' : ''}${reading.offsetMs}`,
          uncertainty: reading.uncertaintyMs,
          sources: reading.sources,
        })
      : t('notCompared');
  if (!before && !after) return t('notCompared');
  return (
    <>
      {t('before', { reading: text(before) })}
      <br />
      {t('after', { reading: text(after) })}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <dl>{children}</dl>
    </section>
  );
}
