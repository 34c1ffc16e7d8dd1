import '../notarization.css';
import { CheckCircleOutlined } from '@ant-design/icons';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { useTitle } from '../../../ui/address/title.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-filed', text);

const steps = ['review', 'pay', 'identify', 'sign', 'issue'] as const;

/** `/notarization/add/success/{id}`: the application has been submitted; shows the next steps. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { id = '' } = useParams();
  const query = useQuery(queryOf(calls.notarization.matterSummary, { id }));
  return (
    <QueryView query={query}>
      {({ no, officeName }) => (
        <article className="panel notarization-filed">
          <CheckCircleOutlined aria-hidden className="notarization-done" />
          <h1>{t('title')}</h1>
          <p>{t('about', { office: officeName ?? '' })}</p>
          <p className="secondary">
            {t('no')} <Copyable text={no} what={t('no')} kept={20} />
          </p>
          <h2>{t('next')}</h2>
          <ol>
            {steps.map((step) => (
              <li key={step}>
                <strong>{t(step)}</strong> <span className="secondary">{t(`${step}Hint`)}</span>
              </li>
            ))}
          </ol>
          <div className="actions">
            <LinkButton type="primary" to={paths.matter(id)}>
              {t('open')}
            </LinkButton>
            <LinkButton to={paths.matters()}>{t('list')}</LinkButton>
          </div>
        </article>
      )}
    </QueryView>
  );
}
