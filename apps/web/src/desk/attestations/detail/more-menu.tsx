import { EllipsisOutlined } from '@ant-design/icons';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { linkTo } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { PutForward } from '../../../ui/court/put-forward.tsx';
import { words } from '../../../ui/words/words.ts';
import { ReportProblem } from './report-problem.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('more-menu', text);

/** What else can be done with an attestation: its single proofs, the next steps once it is sealed, and help. */
export function MoreMenu({ ano, isSealed }: { ano: string; isSealed: boolean }) {
  const t = useWords();
  const [asked, ask] = useState<'putForward' | 'report' | null>(null);
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const { certificatePdf, timestamp, signature } = calls.attestations;
  const download = (key: 'certificate' | 'timestamp' | 'signature', href: string) => ({
    key,
    label: (
      <a href={href} download>
        {t(key)}
      </a>
    ),
  });
  const dialog = (key: 'putForward' | 'report') => ({ key, label: t(key), onClick: () => ask(key) });
  const ofSealed = [
    ...(me?.permissions.includes('matters')
      ? [{ key: 'notarize', label: <Link to={paths.notarize(ano)}>{t('notarize')}</Link> }]
      : []),
    dialog('putForward'),
    { type: 'divider' as const },
    download('certificate', linkTo(certificatePdf, { ano })),
    download('timestamp', linkTo(timestamp, { ano })),
    download('signature', linkTo(signature, { ano })),
    { type: 'divider' as const },
  ];
  const leave = () => ask(null);
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items: [...(isSealed ? ofSealed : []), dialog('report')] }}>
        <Button icon={<EllipsisOutlined aria-hidden />} aria-haspopup="menu">
          {t('more')}
        </Button>
      </Dropdown>
      {asked === 'putForward' && <PutForward anos={[ano]} onLeave={leave} />}
      {asked === 'report' && <ReportProblem ano={ano} onLeave={leave} />}
    </>
  );
}
