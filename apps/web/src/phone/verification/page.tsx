import '../tasks.css';
import { calls, maySubmitCertification } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('user-verification', text);

/** Loads behind the frame. */
const Verification = lazy(async () => ({ default: (await import('./verification.tsx')).Verification }));

const asked = queryOf(calls.certification.certifyInfo, {});

/** `/h5sign/user-verification`: the signed-in user certifies their name on the phone, independently of any matter. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  return (
    <QueryView query={useQuery(asked)}>
      {(certification) =>
        maySubmitCertification(certification.state) ? (
          <Suspense>
            <Verification certification={certification} />
          </Suspense>
        ) : (
          <Navigate to={paths.userVerificationResult} replace />
        )
      }
    </QueryView>
  );
}
