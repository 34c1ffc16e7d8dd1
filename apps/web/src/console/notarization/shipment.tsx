import { calls, type DeedShipment, type NotaryMatter, shipmentLimits, trackingNoPattern } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-shipment', text);

/** How the paper deed was posted, and the dialog that records it. */
export function Shipment({ matter, onChanged }: { matter: NotaryMatter; onChanged: () => Promise<void> }) {
  const t = useWords();
  const { id, version, shipment } = matter;
  return (
    <span className="console-notarization-assign">
      {shipment ? (
        <>
          {shipment.carrier} <span className="mono">{shipment.trackingNo}</span> <Moment at={shipment.shippedAt} />
        </>
      ) : (
        t('open')
      )}
      <ActDialog
        button={{ size: 'small', type: 'link' }}
        label={t(shipment ? 'change' : 'record')}
        title={t('title')}
        act={t('act')}
        initialValues={{ carrier: shipment?.carrier, trackingNo: shipment?.trackingNo }}
        send={(values: DeedShipment) => ask(calls.consoleNotarization.shipDeed, { id, version, ...values })}
        onSent={async () => {
          toast.success(t('done'));
          await onChanged();
        }}
      >
        <Form.Item name="carrier" label={t('carrier')} rules={[{ required: true, message: t('carrierMissing') }]}>
          <Input maxLength={shipmentLimits.carrier} />
        </Form.Item>
        <Form.Item
          name="trackingNo"
          label={t('trackingNo')}
          rules={[{ required: true, pattern: trackingNoPattern, message: t('trackingNoWrong') }]}
        >
          <Input maxLength={shipmentLimits.trackingNo} />
        </Form.Item>
      </ActDialog>
    </span>
  );
}
