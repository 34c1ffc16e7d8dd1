import {
  type AttestationDetail,
  type CaptureEnvironment,
  type ClockReading,
  submitterFacts,
} from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { SubmitterRows } from '../../ui/attestation/submitter-rows.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('facts', text);

/** Known facts about the capture, grouped; unknown ones are left out. */
export function Facts({ detail }: { detail: AttestationDetail }) {
  const say = useWords();
  const { page, resources, environment, applicant, operator } = detail;
  if (!page && !environment) return null;
  return (
    <div className="attestations-facts">
      {operator && (
        <Group title={say('submitter')}>
          <SubmitterRows facts={submitterFacts({ applicant, operator })} />
        </Group>
      )}
      {page && (
        <Group title={say('page')}>
          <Fact name={say('title')}>{page.title}</Fact>
          <Fact name={say('finalUrl')}>{page.finalUrl && <code>{page.finalUrl}</code>}</Fact>
          <Fact name={say('redirects')}>
            {page.redirects.length > 0 && (
              <ol>
                {page.redirects.map(({ url, status, location }) => (
                  <li key={url}>
                    <code>{say('redirect', { status, location })}</code>
                  </li>
                ))}
              </ol>
            )}
          </Fact>
          <Fact name={say('status')}>{page.status}</Fact>
          <Fact name={say('server')}>{page.serverAddress && <code>{page.serverAddress}</code>}</Fact>
          <Fact name={say('siteDate')}>{page.siteDate && <Moment at={page.siteDate} />}</Fact>
          <Fact name={say('height')}>{page.heightPx && `${page.heightPx.toLocaleString('en-US')} px`}</Fact>
          <Fact name={say('resources')}>
            {resources &&
              say('whole', { total: resources.total, whole: resources.whole, size: fileSize(resources.bytes) })}
          </Fact>
        </Group>
      )}
      {page?.tls && (
        <Group title={say('certificate')}>
          <Fact name={say('subject')}>{page.tls.subject}</Fact>
          <Fact name={say('issuer')}>{page.tls.issuer}</Fact>
          <Fact name={say('verdict')}>{page.tls.verdict}</Fact>
        </Group>
      )}
      {environment && (
        <Group title={say('environment')}>
          <Fact name={say('browser')}>{environment.browser}</Fact>
          <Fact name={say('system')}>{environment.operatingSystem}</Fact>
          <Fact name={say('isolation')}>{say(environment.isolation)}</Fact>
          <Fact name={say('clock')}>
            <ClockOffsets {...environment.clock} />
          </Fact>
        </Group>
      )}
    </div>
  );
}

function ClockOffsets({ before, after }: CaptureEnvironment['clock']) {
  const say = useWords();
  const text = (reading: ClockReading | null) =>
    reading
      ? say('reading', {
          offset: `${reading.offsetMs > 0 ? '+' : ''}${reading.offsetMs}`,
          uncertainty: reading.uncertaintyMs,
          sources: reading.sources,
        })
      : say('notCompared');
  if (!before && !after) return say('notCompared');
  return (
    <>
      {say('before', { reading: text(before) })}
      <br />
      {say('after', { reading: text(after) })}
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '' || children === 0)
    return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
