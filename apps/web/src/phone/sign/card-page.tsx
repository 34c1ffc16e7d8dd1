import { type CardSide, calls, type PartyMatter, partyPagePath } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ask, linkTo } from '../../api/ask.ts';
import { words } from '../../ui/words/words.ts';
import { CardPicture } from '../card-picture.tsx';
import { keepMatter } from './matter.ts';
import { Problem } from './problem.tsx';
import { Repeated } from './repeated.tsx';
import type { TaskProps } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-card', text);

/** Sends the picture of one side, small enough for slow networks. */
export function CardPage({ side, nid, matter }: TaskProps & { side: CardSide }) {
  const t = useWords();
  const navigate = useNavigate();
  const goOn = (after: PartyMatter) => {
    keepMatter(nid, after);
    void navigate(partyPagePath(side === 'front' ? 'identity-two' : 'identity-three', nid));
  };
  const send = useMutation({
    mutationFn: async (file: File | null) =>
      file ? ask(calls.phoneSigning.cardPicture, { nid, side }, { file }) : matter,
    onSuccess: goOn,
    meta: { isShownInPlace: true },
  });
  const sent = matter.cardSides.includes(side) ? linkTo(calls.phoneSigning.ownCardPicture, { nid, side }) : null;
  return (
    <>
      <Repeated matter={matter} kinds={['id-card']} />
      <CardPicture
        side={side}
        sent={sent}
        isSending={send.isPending}
        problem={<Problem error={send.error} />}
        onUse={(file) => send.mutate(file)}
      />
      <p className="secondary">{t(side === 'front' ? 'nextBack' : 'nextCheck')}</p>
    </>
  );
}
