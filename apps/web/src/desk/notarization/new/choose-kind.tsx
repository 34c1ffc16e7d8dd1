import { calls, type MatterKind, matterKindFacts, matterKinds } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { ask } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { PageHeading } from '../../../ui/kit/page-heading.tsx';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-kinds', text);

/** Kinds of matters, each with its purpose and fee. Choosing one begins a draft. */
export function ChooseKind() {
  const t = useWords();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const evidence = (query.get('evidence') ?? '').split(',').filter(Boolean);
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const beginning = useMutation({
    mutationFn: (kind: MatterKind) =>
      ask(calls.notarization.createMatter, {
        kind,
        isDraft: true,
        evidence,
        parties: [{ kind: 'person', role: 'applicant', name: me?.role === 'main' ? me.name : '' }],
      }),
    onSuccess: async ({ id }) => {
      void refresh('matters');
      await navigate(paths.matterDraft(id), { replace: true });
    },
  });
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="secondary notarization-lead">
        {evidence.length > 0 ? t('withEvidence', { count: evidence.length }) : t('hint')}
      </p>
      <ul className="notarization-kinds">
        {matterKinds.map((kind) => (
          <li key={kind}>
            <Kind
              kind={kind}
              isBusy={beginning.isPending}
              onChoose={() => beginning.mutate(kind)}
              isSuggested={evidence.length > 0 && matterKindFacts[kind].needsEvidence}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  kind: MatterKind;
  isBusy: boolean;
  isSuggested: boolean;
  onChoose: () => void;
}

function Kind({ kind, isBusy, isSuggested, onChoose }: Props) {
  const t = useWords();
  const language = useLanguage();
  const { data } = useQuery(queryOf(calls.notarization.matterTemplate, { kind }));
  const { name, about, mayOmitSession } = matterKindFacts[kind];
  return (
    <button type="button" className="panel" disabled={isBusy} data-suggested={isSuggested} onClick={onChoose}>
      <strong>{wordIn(name, language)}</strong>
      <span className="secondary">{wordIn(about, language)}</span>
      <span className="notarization-kind-foot">
        <span className="numbers">{data ? amount(data.feeCents) : '-'}</span>
        <span className="secondary">{t(mayOmitSession ? 'noSession' : 'session')}</span>
      </span>
    </button>
  );
}
