import { calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { Button } from '../../ui/plain/button.tsx';
import { words } from '../../ui/words/words.ts';
import { Decline } from './decline.tsx';
import { Problem } from './problem.tsx';
import { TaskPage, type TaskProps } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-enter', text);

/** `/h5sign/enter/{nid}`: explains the matter and its steps, and asks for consent. */
export function Component() {
  return (
    <TaskPage page="enter" isWaiting>
      {(task) => <Enter {...task} />}
    </TaskPage>
  );
}

function Enter(task: TaskProps) {
  const t = useWords();
  const { matter } = task;
  const { state, steps } = matter;
  const isOpen = (kind: string) => steps.some((step) => step.kind === kind && step.state === 'open');
  return (
    <>
      <Facts {...task} />
      {state !== 'identity' && <p className="phone-warning">{t('early')}</p>}
      {state === 'identity' && isOpen('statement') && <Consent {...task} />}
      {state === 'identity' && !isOpen('statement') && <p className="phone-warning">{t('phoneAgain')}</p>}
    </>
  );
}

function Facts({ matter }: Pick<TaskProps, 'matter'>) {
  const t = useWords();
  const { kindName, officeName, officePhone, applicantName, person } = matter;
  const role = t(`role-${person.role}`);
  const rows = [
    [t('kind'), kindName],
    [t('office'), officeName],
    [t('officePhone'), officePhone],
    [t('applicant'), applicantName],
    [t('you'), person.company === null ? role : t('youFor', { role, company: person.company })],
  ];
  return (
    <dl className="phone-facts panel">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Consent({ nid, matter, advance }: TaskProps) {
  const t = useWords();
  const [isAgreed, setAgreed] = useState(false);
  const { paragraphs, sha256 } = matter.consent;
  const agree = useMutation({
    mutationFn: () => ask(calls.phoneSigning.consent, { nid, sha256 }),
    onSuccess: advance,
    meta: { isShownInPlace: true },
  });
  return (
    <>
      <h2>{t('asked')}</h2>
      <ol className="phone-list">
        {(['askedCard', 'askedPortrait', 'askedQuestions', 'askedStatement', 'askedSign'] as const).map((name) => (
          <li key={name}>{t(name)}</li>
        ))}
      </ol>
      <p className="secondary">{t('prepare')}</p>
      <h2>{t('consent')}</h2>
      <ul className="phone-consent panel">
        {paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ul>
      <label className="phone-check">
        <input type="checkbox" checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)} />
        <span>{t('agreeTo')}</span>
      </label>
      <Problem error={agree.error} />
      <div className="phone-acts">
        {!isAgreed && <p className="secondary">{t('tick')}</p>}
        <Button kind="primary" isBlock disabled={!isAgreed} isBusy={agree.isPending} onClick={() => agree.mutate()}>
          {t('start')}
        </Button>
        <Decline nid={nid} advance={advance} />
      </div>
    </>
  );
}
