import { SwapOutlined } from '@ant-design/icons';
import { calls, type Handover, type Me } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh, useAct } from '../../api/refresh.ts';
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('handover-offer', text);

/** The open offer to hand the account over, for its two parties. */
export function HandoverOffer({ me }: { me: Me }) {
  const t = useWords();
  const { data } = useQuery(queryOf(calls.members.handover, {}));
  const offer = data?.offer;
  if (!offer) return null;
  const isHolder = offer.holder.userId === me.userId;
  return (
    <section className="members-received panel" aria-label={t('label')}>
      <div className="members-offer">
        <SwapOutlined aria-hidden />
        <div className="members-name">
          <strong>
            {isHolder
              ? t('offered', { name: offer.successor.name })
              : t('asked', { name: offer.holder.name, account: offer.accountName })}
          </strong>
          <span className="secondary">
            {t('until')} <Moment at={offer.expiresAt} />
          </span>
          {!isHolder && <span className="secondary">{t('effect', { name: offer.holder.name })}</span>}
        </div>
        {isHolder ? <Withdraw /> : <Answer offer={offer} />}
      </div>
    </section>
  );
}

function Withdraw() {
  const t = useWords();
  const withdraw = useAct(calls.members.withdrawHandover, 'members');
  return (
    <Button
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate({}, { onSuccess: () => toast.success(t('withdrawn')) })}
    >
      {t('withdraw')}
    </Button>
  );
}

function Answer({ offer: { accountName: account, holder } }: { offer: Handover }) {
  const t = useWords();
  const { confirmed } = useConfirmed();
  const decline = useAct(calls.members.declineHandover, 'members');
  const accepting = useMutation({
    mutationFn: () => confirmed(() => ask(calls.members.acceptHandover, {})),
    onSuccess: () => toast.success(t('accepted', { account })),
    onSettled: () => Promise.all([refresh('members'), refresh('whoAmI')]),
  });
  return (
    <div className="actions">
      <ConfirmButton
        act={t('accept')}
        title={t('sure', { account })}
        hint={t('effect', { name: holder.name })}
        keep={t('cancel')}
        kind="primary"
        isPending={accepting.isPending}
        onConfirm={() => accepting.mutate()}
      />
      <Button
        loading={decline.isPending}
        onClick={() => decline.mutate({}, { onSuccess: () => toast.success(t('declined')) })}
      >
        {t('decline')}
      </Button>
    </div>
  );
}
