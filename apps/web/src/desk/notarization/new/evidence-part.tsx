import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { matterKindFacts, matterLimits } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { words } from '../../../ui/words/words.ts';
import { useApplication } from './application.ts';
import { EvidencePicker } from './evidence-picker.tsx';
import { Part } from './part.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-evidence', text);

/** Attestations of the account that the matter is about. */
export function EvidencePart() {
  const t = useWords();
  const { entered, change, errorOf, leave } = useApplication();
  const [isPicking, setPicking] = useState(false);
  const { evidence, kind } = entered;
  const { needsEvidence } = matterKindFacts[kind];
  return (
    <Part name="evidence" title={t(needsEvidence ? 'title' : 'titleOptional')} hint={t('hint')}>
      {evidence.length > 0 && (
        <ol className="notarization-evidence">
          {evidence.map((ano, at) => (
            <li key={ano}>
              <span className="numbers secondary">{at + 1}</span>
              <Link to={paths.attestation(ano)} target="_blank" className="mono">
                {ano}
              </Link>
              {errorOf(`evidence.${at}`) && <span className="notarization-wrong">{t('unusable')}</span>}
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('remove', { ano })}
                onClick={() => change({ evidence: evidence.filter((one) => one !== ano) })}
              />
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={evidence.length >= matterLimits.evidence}
          onClick={() => setPicking(true)}
        >
          {t('add')}
        </Button>
      </div>
      {isPicking && (
        <EvidencePicker
          chosen={evidence}
          onClose={(anos) => {
            setPicking(false);
            leave('evidence');
            if (anos) change({ evidence: anos });
          }}
        />
      )}
    </Part>
  );
}
