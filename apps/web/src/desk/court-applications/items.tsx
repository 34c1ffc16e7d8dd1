import { type CourtEvidence, type CourtItem, calls, courtLimits } from '@proofkeep/contract';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { Item } from './item.tsx';
import { moved } from './order.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('court-items', text);

interface Props {
  id: string;
  items: readonly CourtItem[];
  evidence: readonly CourtEvidence[];
  settle: () => Promise<boolean>;
  onChange: (items: CourtItem[]) => void;
}

/** The list of evidence: ordered by dragging, or by the arrow keys on an entry's handle. */
export function Items({ id, items, evidence, settle, onChange }: Props) {
  const t = useWords();
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const { isVerifying, verify } = useVerification(id, settle);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return;
    onChange(moved(items, from, to));
    say(t('moved', { name: items[from]?.name || items[from]?.ano || '', place: to + 1, count: items.length }));
    // The pressed handle has moved with its entry.
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLButtonElement>('[data-handle]')[to]?.focus({ preventScroll: false }),
    );
  };
  const drag = (at: number) => {
    if (dragged === null || dragged === at) return;
    onChange(moved(items, dragged, at));
    setDragged(at);
  };
  return (
    <section className="panel court-applications-part">
      <div className="court-applications-line">
        <h2>{t('title')}</h2>
        {items.length > 0 && (
          <Button loading={isVerifying} onClick={() => void verify(items.map(({ ano }) => ano))}>
            {t('verifyAll')}
          </Button>
        )}
      </div>
      <p className="secondary">{t(items.length === 0 ? 'none' : 'hint')}</p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ol className="court-applications-items" ref={list}>
        {items.map((item, at) => (
          <Item
            key={item.ano}
            item={item}
            at={at}
            count={items.length}
            evidence={evidence.find(({ ano }) => ano === item.ano)}
            isDragged={dragged === at}
            onDrag={() => setDragged(at)}
            onDragOver={() => drag(at)}
            onDrop={() => setDragged(null)}
            onMove={(to) => move(at, to)}
            onChange={(changed) => onChange(items.map((one, i) => (i === at ? changed : one)))}
            onRemove={() => onChange(items.filter((_one, i) => i !== at))}
          />
        ))}
      </ol>
      <LinkButton to={`${paths.attestations}?state=succeeded`}>{t('add')}</LinkButton>
    </section>
  );
}

/** Verifies a few at a time, so that each request stays short. */
function useVerification(id: string, settle: () => Promise<boolean>) {
  const t = useWords();
  const [isVerifying, setVerifying] = useState(false);
  const verify = async (anos: readonly string[]) => {
    setVerifying(true);
    try {
      if (!(await settle())) return;
      for (let at = 0; at < anos.length; at += courtLimits.verified) {
        await ask(calls.courtApplications.courtEvidence, { id, verify: anos.slice(at, at + courtLimits.verified) });
        await refresh('courtApplications');
      }
      toast.success(t('verified'));
    } finally {
      setVerifying(false);
    }
  };
  return { isVerifying, verify };
}
