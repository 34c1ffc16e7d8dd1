import '../sign/sign.css';
import {
  calls,
  idNumberLength,
  idNumberProblem,
  maySubmitCertification,
  type PersonalCertification,
  personNameLength,
} from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask, linkTo } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { type Check, hasLength } from '../../ui/forms/checks.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { Alert } from '../../ui/plain/alert.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { TextField } from '../../ui/plain/field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { words } from '../../ui/words/words.ts';
import { CardPicture } from '../card-picture.tsx';
import { type Pictures, picturesSent } from './pictures-sent.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('user-verification', text);

const asked = queryOf(calls.certification.certifyInfo, {});

/** `/h5sign/user-verification`: the signed-in user certifies their name on the phone, apart from any matter. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  return (
    <QueryView query={useQuery(asked)}>
      {(certification) =>
        maySubmitCertification(certification.state) ? (
          <Verification certification={certification} />
        ) : (
          <Navigate to={paths.userVerificationResult} replace />
        )
      }
    </QueryView>
  );
}

function Verification({ certification }: { certification: PersonalCertification }) {
  const t = useWords();
  const { front, back } = certification;
  const [pictures, setPictures] = useState<Pictures>(
    () => picturesSent.read() ?? { front: front?.fileId ?? null, back: back?.fileId ?? null },
  );
  const [side, setSide] = useState<'front' | 'back' | null>(pictures.front ? (pictures.back ? null : 'back') : 'front');
  const keep = (now: Pictures) => {
    picturesSent.keep(now);
    setPictures(now);
  };
  const at = side === 'front' ? 1 : side === 'back' ? 2 : 3;
  return (
    <div className="phone-page">
      <div className="phone-progress">
        <progress max={3} value={at} aria-hidden="true" />
        <p className="secondary numbers">{t('progress', { at })}</p>
      </div>
      <h1>{t('title')}</h1>
      {side ? (
        <Side
          key={side}
          side={side}
          fileId={pictures[side]}
          onSent={(fileId) => {
            keep({ ...pictures, [side]: fileId });
            setSide(side === 'front' ? 'back' : null);
          }}
        />
      ) : (
        <Data
          front={pictures.front ?? ''}
          back={pictures.back ?? ''}
          isWithProvider={certification.provider !== 'development'}
          onBack={() => setSide('front')}
        />
      )}
    </div>
  );
}

interface SideProps {
  side: 'front' | 'back';
  fileId: string | null;
  onSent: (fileId: string) => void;
}

function Side({ side, fileId, onSent }: SideProps) {
  const t = useWords();
  const send = useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) return fileId ?? '';
      const call = side === 'front' ? calls.certification.identityFront : calls.certification.identityBack;
      return (await ask(call, {}, { file })).fileId;
    },
    onSuccess: onSent,
    meta: { isShownInPlace: true },
  });
  return (
    <>
      <p>{t(side)}</p>
      <CardPicture
        side={side}
        sent={fileId ? linkTo(calls.uploads.upload, { id: fileId }) : null}
        isSending={send.isPending}
        problem={send.error && <Alert kind="error" title={toApiError(send.error).message} />}
        onUse={(file) => send.mutate(file)}
      />
    </>
  );
}

interface DataProps {
  front: string;
  back: string;
  isWithProvider: boolean;
  onBack: () => void;
}

function Data({ front, back, isWithProvider, onBack }: DataProps) {
  const t = useWords();
  const navigate = useNavigate();
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit<{ name: string; idNumber: string }>(form, async (person) => {
    const after = await ask(calls.certification.beginPersonal, { ...person, front, back });
    picturesSent.forget();
    queries.setQueryData(asked.queryKey, after);
    void navigate(paths.userVerificationResult);
  });
  const checkName: Check = (value) =>
    hasLength(value, personNameLength.min, personNameLength.max) ? null : t('nameWrong');
  const checkNumber: Check = (value) =>
    idNumberProblem(String(value ?? '').trim(), new Date()) === null ? null : t('numberWrong');
  return (
    <Form<{ name: string; idNumber: string }> form={form} onFinish={submit}>
      <p>{t('data')}</p>
      {refusal && <Alert kind="error" title={refusal} />}
      <TextField name="name" label={t('name')} check={checkName} autoComplete="name" maxLength={personNameLength.max} />
      <TextField
        name="idNumber"
        label={t('idNumber')}
        check={checkNumber}
        isCheckedWhenLeft
        autoComplete="off"
        spellCheck={false}
        maxLength={idNumberLength}
      />
      <p className="secondary">{t(isWithProvider ? 'withProvider' : 'withReview')}</p>
      <div className="phone-acts">
        <Button type="submit" kind="primary" isBlock isBusy={isSending}>
          {t('submit')}
        </Button>
        <Button isBlock disabled={isSending} onClick={onBack}>
          {t('toPictures')}
        </Button>
      </div>
    </Form>
  );
}
