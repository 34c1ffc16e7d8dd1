import { CheckCircleOutlined, FilePdfOutlined } from '@ant-design/icons';
import {
  calls,
  codeDigits,
  handwritingProblem,
  isTextCode,
  type MatterDetail,
  type MatterDocument,
  type MatterParty,
  matterDocumentTitle,
  type Strokes,
  signedDocumentKinds,
} from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { Alert } from '../../../ui/plain/alert.tsx';
import { SignaturePad } from '../../../ui/signature/pad.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { ReadDialog } from './read-dialog.tsx';
import { SendCode } from './send-code.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-sign', text);

interface Props {
  matter: MatterDetail;
  party: MatterParty;
}

/** Only the applicant's side signs the application; everyone signs the other documents. */
const isTheirs = ({ role }: MatterParty, { kind, state }: MatterDocument): boolean =>
  state === 'frozen' &&
  (signedDocumentKinds as readonly string[]).includes(kind) &&
  (kind !== 'write' || role !== 'counterparty');

/** A party reads every document, writes their name and confirms with the code sent to their phone. */
export function SignForm({ matter, party }: Props) {
  const t = useWords();
  const language = useLanguage();
  const documents = matter.documents.filter((document) => isTheirs(party, document));
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<MatterDocument | null>(null);
  const [strokes, setStrokes] = useState<Strokes>([]);
  const [code, setCode] = useState('');
  const who = party.representative ?? party.name;
  const isRead = documents.every(({ sha256 }) => read.has(sha256));
  const problem = strokes.length === 0 ? 'empty' : handwritingProblem(strokes);
  const signing = useMutation({
    async mutationFn() {
      const place = { id: matter.id, partyId: party.id };
      const { imageId } = await ask(calls.notarization.signImage, { ...place, strokes });
      const sha256 = documents.map((document) => document.sha256);
      return ask(calls.notarization.signPdf, { ...place, imageId, code, sha256 });
    },
    meta: { isShownInPlace: true },
    onSuccess: () => toast.success(t('signed', { who })),
    onSettled: () => refresh('matters'),
  });
  const whyNot = !isRead ? t('readFirst') : problem ? t(`ink-${problem}`) : isTextCode(code) ? null : t('codeFirst');
  return (
    <Form layout="vertical" requiredMark={false} className="notarization-sign" onFinish={() => signing.mutate()}>
      <section className="panel notarization-part" aria-labelledby="sign-read">
        <h2 id="sign-read">{t('read', { count: documents.length })}</h2>
        <ul className="notarization-documents">
          {documents.map((document) => (
            <li key={document.id}>
              <FilePdfOutlined aria-hidden />
              <span>
                {wordIn(matterDocumentTitle(document.kind, matter.kind), language)}{' '}
                <code className="secondary" title={document.sha256}>
                  {document.sha256.slice(0, 12)}
                </code>
              </span>
              {read.has(document.sha256) && (
                <span className="notarization-read">
                  <CheckCircleOutlined aria-hidden /> {t('isRead')}
                </span>
              )}
              <Button
                aria-label={t('openWhat', { name: wordIn(matterDocumentTitle(document.kind, matter.kind), language) })}
                onClick={() => setShown(document)}
              >
                {t('openDocument')}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <section className="panel notarization-part" aria-labelledby="sign-write">
        <h2 id="sign-write">{t('write', { who })}</h2>
        <SignaturePad label={t('pad', { who })} strokes={strokes} onChange={setStrokes} />
        {problem && problem !== 'empty' && <p className="notarization-wrong">{t(`ink-${problem}`)}</p>}
      </section>
      <section className="panel notarization-part" aria-labelledby="sign-code">
        <h2 id="sign-code">{t('code')}</h2>
        <p className="secondary">{t('codeHint', { phone: party.phone })}</p>
        <div className="notarization-code">
          <Input
            aria-label={t('codeField')}
            size="large"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={codeDigits}
            value={code}
            onChange={({ target }) => setCode(target.value.trim())}
          />
          <SendCode matterId={matter.id} partyId={party.id} />
        </div>
      </section>
      {signing.error && <Alert kind="error" title={toApiError(signing.error).message} />}
      <div className="notarization-act">
        <Button type="primary" size="large" htmlType="submit" loading={signing.isPending} disabled={whyNot !== null}>
          {t('sign', { count: documents.length })}
        </Button>
        {whyNot && <span className="secondary">{whyNot}</span>}
      </div>
      {shown && (
        <ReadDialog
          matter={matter}
          document={shown}
          onClose={() => setShown(null)}
          onRead={() => {
            setRead((before) => new Set([...before, shown.sha256]));
            setShown(null);
          }}
        />
      )}
    </Form>
  );
}
