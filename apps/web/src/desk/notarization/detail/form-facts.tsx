import { type MatterDetail, matterKindFacts } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { StateChip } from '../../../ui/attestation/state-chip.tsx';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-application', text);

/** Content of the application: answers, attestations and files. */
export function FormFacts({ matter }: { matter: MatterDetail }) {
  const t = useWords();
  const language = useLanguage();
  const { fields, materials } = matterKindFacts[matter.kind];
  const files = [
    ...matter.materials.map(({ code, file }) => {
      const kind = materials.find((material) => material.code === code);
      return { label: kind ? wordIn(kind.label, language) : '', file };
    }),
    ...matter.people.flatMap(({ name, authority }) =>
      authority ? [{ label: t('authority', { name }), file: authority }] : [],
    ),
  ];
  const answered = fields.filter(({ name }) => matter.form[name]);
  return (
    <section className="panel notarization-part" aria-labelledby="application">
      <h2 id="application">{t('title')}</h2>
      <dl className="notarization-facts">
        {answered.map(({ name, label, input }) => (
          <div key={name}>
            <dt>{wordIn(label, language)}</dt>
            <dd>{input === 'cents' ? amount(Number(matter.form[name])) : matter.form[name]}</dd>
          </div>
        ))}
      </dl>
      {matter.evidence.length > 0 && (
        <>
          <h3>{t('evidence')}</h3>
          <ul className="notarization-files-list">
            {matter.evidence.map(({ ano, name, state }) => (
              <li key={ano}>
                <Link to={paths.attestation(ano)}>{name}</Link> <code className="secondary">{ano}</code>
                <StateChip state={state} isComplete={null} warning={null} />
              </li>
            ))}
          </ul>
        </>
      )}
      {files.length > 0 && (
        <>
          <h3>{t('materials')}</h3>
          <ul className="notarization-files-list">
            {files.map(({ label, file }) => (
              <li key={file.fileId}>
                <Link to={paths.matterFileOf({ matter: matter.id, material: file.fileId })}>{file.name}</Link>
                <span className="secondary">{label}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
