import { calls, type MatterDetail, type MatterParty, partyPagePath } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { QrCode } from '../../../ui/kit/qr-code.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-online', text);

/**
 * A party's link: by text message, as a QR code, and to copy. It gives no access without a code to the party's phone.
 */
export function PhoneLink({ matter, party }: { matter: MatterDetail; party: MatterParty }) {
  const t = useWords();
  const who = party.representative ?? party.name;
  const link = `${new URL(partyPagePath('login', matter.no), location.origin)}`;
  const sending = useMutation({
    mutationFn: () => ask(calls.notarization.sendPartyLink, { id: matter.id, partyId: party.id }),
    meta: { isShownInPlace: true },
    onSuccess: () => toast.success(t('sent', { phone: party.phone })),
    onSettled: () => refresh('matters'),
  });
  return (
    <div className="notarization-link">
      <div className="notarization-qr">
        <QrCode text={link} label={t('qr', { who })} />
      </div>
      <div>
        <Button
          type="primary"
          loading={sending.isPending}
          disabled={sending.isSuccess}
          onClick={() => sending.mutate()}
        >
          {sending.isSuccess ? t('sent', { phone: party.phone }) : t('send', { phone: party.phone })}
        </Button>
        {sending.error && <p className="notarization-wrong">{toApiError(sending.error).message}</p>}
        <p className="secondary">{t('orScan')}</p>
        <Copyable text={link} what={t('link')} kept={24} />
      </div>
    </div>
  );
}
