import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import {
  type AttestationDetail,
  type AttestationState,
  type ProofRung,
  proofRungs,
  rungWords,
  sentenceIn,
} from '@proofkeep/contract';
import { Moment } from '../kit/moment.tsx';
import { useLanguage, wordIn, words } from '../words/words.ts';

const useWords = words('proof-ladder', {
  label: ['证明阶梯', 'Proof ladder'],
  pending: ['尚未到达', 'Not reached yet'],
  soon: ['尚未到达，通常只需几秒', 'Not reached yet, usually a matter of seconds'],
  asked: ['尚未到达，确认后几秒内出具', 'Not reached yet; a matter of seconds once you confirm'],
  ended: ['没有到达，取证已结束', 'Not reached: the capture has ended'],
  raw: ['原始证明', 'Raw proof'],
  check: ['如何自行核验', 'How to check it yourself'],
  received: [
    '服务收到存证请求。由本服务的存证经过记录。',
    'The service took the request. The custody record of this service says so.',
  ],
  hashed: [
    '每个文件都计算了 SHA-256 和 SM3 摘要，并写入清单。任何改动都会使摘要不符。',
    'SHA-256 and SM3 of every file stand in the manifest. Any change makes a digest differ.',
  ],
  stamped: [
    '时间戳机构签署了清单的摘要和时间（RFC 3161）。',
    'A timestamp authority signed the digest of the manifest with the time (RFC 3161).',
  ],
  logged: [
    '清单的摘要已写入只增不改的公开日志，并有包含证明（RFC 6962）。',
    'The digest of the manifest is in an append-only public log, with an inclusion proof (RFC 6962).',
  ],
  certified: ['存证证书已出具并签章（PAdES）。', 'The certificate was drawn up and sealed (PAdES).'],
  checkReceived: ['见“经过”，每一步都有时间和执行者。', 'See the timeline: each step with its time and by whom.'],
  checkHashed: [
    '解开证据包，运行 sha256sum -c，与 manifest.json 中的摘要比对。',
    'Unpack the bundle, run sha256sum and compare with the digests in manifest.json.',
  ],
  checkStamped: [
    '对 proof/manifest.tst 运行 openssl ts -verify，命令写在证据包的 VERIFY.txt 中。',
    'Run openssl ts -verify on proof/manifest.tst; VERIFY.txt in the bundle has the command.',
  ],
  checkLogged: [
    '运行 npx proofkeep verify，无需联网即可核对包含证明和检查点。',
    'npx proofkeep verify checks inclusion proof and checkpoint without a network.',
  ],
  checkCertified: ['对 certificate.pdf 运行 pdfsig。', 'Run pdfsig on certificate.pdf.'],
});

type Checks = `check${Capitalize<ProofRung>}`;
const checkOf = (rung: ProofRung) => `check${rung[0]?.toUpperCase()}${rung.slice(1)}` as Checks;

/** When a rung that is not reached will be. */
function expectedOf(rung: ProofRung, state: AttestationState) {
  if (state === 'failed' || state === 'cancelled') return 'ended';
  if (state === 'preview') return rung === 'certified' ? 'asked' : 'soon';
  return state === 'sealing' ? 'soon' : 'pending';
}

interface Props {
  state: AttestationState;
  ladder: AttestationDetail['ladder'];
  /** Where the raw proof of a rung can be had. */
  linkOf: (path: string) => string;
}

/** What is proven, rung by rung; nothing that is still to come is green. */
export function ProofLadder({ state, ladder, linkOf }: Props) {
  const say = useWords();
  const language = useLanguage();
  return (
    <ol className="ladder" aria-label={say('label')}>
      {proofRungs.map((rung) => {
        const reached = ladder.find((step) => step.rung === rung);
        return (
          <li key={rung} data-reached={reached !== undefined}>
            {reached ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />}
            <div>
              <h2>{wordIn(rungWords[rung], language)}</h2>
              <p className="secondary">{reached ? <Moment at={reached.at} /> : say(expectedOf(rung, state))}</p>
              {reached && <p>{say(rung)}</p>}
              {reached?.said.map((said) => (
                <p key={said.text}>{sentenceIn(said, language)}</p>
              ))}
              {reached && (
                <details>
                  <summary>{say('check')}</summary>
                  <p>{say(checkOf(rung))}</p>
                </details>
              )}
              {reached?.proof && <a href={linkOf(reached.proof)}>{say('raw')}</a>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
