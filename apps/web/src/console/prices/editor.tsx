import { calls, type PriceContent, type PriceDraft, priceNoteLength, type ReplyOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Input, Popconfirm } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import { Differences } from './differences.tsx';
import { PackageFields } from './package-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { usePriceProblems } from './problems.tsx';
import { Publish } from './publish.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-editor', text);

interface Props {
  draft: PriceDraft;
  present: ReplyOf<typeof calls.money.consolePriceList>;
}

export function Editor({ draft, present }: Props) {
  const t = useWords();
  const navigate = useNavigate();
  const [content, setContent] = useState<PriceContent>(draft.content);
  const [note, setNote] = useState(draft.note);
  const wrong = usePriceProblems(content);
  const isChanged = JSON.stringify([content, note]) !== JSON.stringify([draft.content, draft.note]);
  const { revision } = draft;
  const saving = useMutation({
    mutationFn: () => ask(calls.money.savePriceDraft, { revision, content, note }),
    meta: { isShownInPlace: true },
    onSuccess: () => {
      toast.success(t('saved'));
      return refresh('priceLists');
    },
  });
  const discarding = useMutation({
    mutationFn: () => ask(calls.money.discardPriceDraft, { revision }),
    onSuccess: async () => {
      toast.success(t('discarded'));
      await navigate(paths.consolePrices);
    },
    onSettled: () => refresh('priceLists'),
  });
  const why = wrong.size > 0 ? t('wrong') : isChanged ? undefined : t('unchanged');
  return (
    <>
      <Refusal>{saving.error ? toApiError(saving.error).message : null}</Refusal>
      <Differences before={present.content} after={content} />
      <section className="console-prices-part">
        <h2>{t('prices')}</h2>
        <PriceFields content={content} wrong={wrong} onChange={setContent} />
      </section>
      <section className="console-prices-part">
        <h2>{t('packages')}</h2>
        <PackageFields content={content} wrong={wrong} onChange={setContent} />
      </section>
      <section className="console-prices-part">
        <label htmlFor="price-note">{t('note')}</label>
        <Input
          id="price-note"
          maxLength={priceNoteLength}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </section>
      <DecisionBar>
        <Button loading={saving.isPending} disabled={why !== undefined} title={why} onClick={() => saving.mutate()}>
          {t('save')}
        </Button>
        <Publish draft={draft} present={present} isSaved={!isChanged} />
        <Popconfirm
          title={t('discardWhat')}
          okText={t('discard')}
          cancelText={t('cancel')}
          okButtonProps={{ danger: true }}
          onConfirm={() => discarding.mutate()}
        >
          <Button danger loading={discarding.isPending}>
            {t('discard')}
          </Button>
        </Popconfirm>
      </DecisionBar>
    </>
  );
}
