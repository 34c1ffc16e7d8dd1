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

const useWords = words('facts', {
  submitter: ['申请人与操作人', 'Applicant and operator'],
  page: ['网页', 'The page'],
  title: ['标题', 'Title'],
  finalUrl: ['最终网址', 'Final address'],
  redirects: ['跳转', 'Redirects'],
  redirect: ['{status}，到 {location}', '{status}, to {location}'],
  status: ['HTTP 状态', 'HTTP status'],
  server: ['服务器', 'Server'],
  height: ['页面高度', 'Page height'],
  resources: ['页面资源', 'Resources'],
  whole: ['{total} 个，其中 {whole} 个完整，{size}', '{whole} of {total} whole, {size}'],
  certificate: ['网站证书', 'The site’s certificate'],
  subject: ['持有者', 'Issued to'],
  issuer: ['颁发者', 'Issued by'],
  verdict: ['浏览器的判断', 'The browser’s verdict'],
  environment: ['取证环境', 'Captured with'],
  browser: ['浏览器', 'Browser'],
  system: ['操作系统', 'System'],
  isolation: ['网络隔离', 'Isolation'],
  namespace: ['独立的网络空间', 'a network namespace of its own'],
  proxy: ['经由过滤代理', 'through the filtering proxy'],
  siteDate: ['网站所称时间', 'Date stated by the site'],
  clock: ['时钟偏差（与外部时间服务器比对）', 'Clock offset (outside time servers)'],
  before: ['取证前 {reading}', 'Before: {reading}'],
  after: ['取证后 {reading}', 'After: {reading}'],
  reading: [
    '{offset} ± {uncertainty} 毫秒，{sources} 个服务器一致',
    '{offset} ± {uncertainty} ms, {sources} servers agree',
  ],
  notCompared: ['未与任何外部时钟比对', 'Not compared with any outside clock'],
});

/** What is known of the page, by what it is about; what is not known is not listed. */
export function Facts({ detail }: { detail: AttestationDetail }) {
  const say = useWords();
  const { page, resources, environment, applicant, operator } = detail;
  if (!page && !environment) return null;
  return (
    <div className="facts">
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
