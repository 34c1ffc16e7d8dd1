import { type MatterDetail, matterPauseWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { Moment } from '../../../ui/kit/moment.tsx';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { Cost } from './cost.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-facts', text);

/** Office, fee and delivery, shown beside the matter. */
export function Facts({ matter }: { matter: MatterDetail }) {
  const t = useWords();
  const {
    officeName,
    notaryName,
    deadline,
    feeCents,
    isFeeWaived,
    orderNo,
    purpose,
    copies,
    delivery,
    shipment,
    pause,
  } = matter;
  return (
    <aside className="notarization-summary">
      <section className="panel" aria-labelledby="facts-office">
        <h2 id="facts-office">{t('office')}</h2>
        <dl className="notarization-facts">
          <dt>{t('officeName')}</dt>
          <dd>{officeName ?? '-'}</dd>
          <dt>{t('notary')}</dt>
          <dd>{notaryName ?? t('unassigned')}</dd>
          {deadline && (
            <>
              <dt>{t('deadline')}</dt>
              <dd className="numbers">{pause ? <Suspended pause={pause} /> : deadline}</dd>
            </>
          )}
        </dl>
      </section>
      <section className="panel" aria-labelledby="facts-fee">
        <h2 id="facts-fee">{t('fee')}</h2>
        <p className="notarization-fee numbers">
          {isFeeWaived ? t('waived') : feeCents === null ? '-' : amount(feeCents)}
        </p>
        {feeCents === null && <p className="secondary">{t('feeLater')}</p>}
        <Cost matter={matter} />
        {orderNo && (
          <p>
            {t('order')}{' '}
            <Link to={paths.pay(orderNo)} className="mono">
              {orderNo}
            </Link>
          </p>
        )}
      </section>
      <section className="panel" aria-labelledby="facts-deed">
        <h2 id="facts-deed">{t('deed')}</h2>
        <dl className="notarization-facts">
          {matter.deedNo && (
            <>
              <dt>{t('deedNo')}</dt>
              <dd>{matter.deedNo}</dd>
            </>
          )}
          <dt>{t('purpose')}</dt>
          <dd>{purpose || '-'}</dd>
          <dt>{t('copies')}</dt>
          <dd className="numbers">{copies}</dd>
          <dt>{t('delivery')}</dt>
          <dd>{t(delivery.way)}</dd>
          {delivery.way === 'post' && (
            <>
              <dt>{t('address')}</dt>
              <dd>{delivery.address}</dd>
              {matter.state === 'issued' && (
                <>
                  <dt>{t('shipped')}</dt>
                  <dd>
                    {shipment ? (
                      <>
                        {shipment.carrier} <span className="mono">{shipment.trackingNo}</span>
                        <br />
                        <Moment at={shipment.shippedAt} />
                      </>
                    ) : (
                      t('notShipped')
                    )}
                  </dd>
                </>
              )}
            </>
          )}
          <dt>{t('createdAt')}</dt>
          <dd>
            <Moment at={matter.createdAt} />
          </dd>
        </dl>
      </section>
    </aside>
  );
}

function Suspended({ pause }: { pause: NonNullable<MatterDetail['pause']> }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <>
      {t('suspended')}
      <br />
      <span className="secondary">
        {wordIn(matterPauseWords[pause.reason], language)} · <Moment at={pause.since} />
      </span>
    </>
  );
}
