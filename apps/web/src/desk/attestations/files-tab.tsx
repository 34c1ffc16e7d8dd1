import { type AttestationDetail, calls } from '@proofkeep/contract';
import { linkTo } from '../../api/ask.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { fileSize } from '../../ui/formatters.ts';
import { words } from '../../ui/words.ts';

const useWords = words('files-tab', {
  data: ['取得的文件', 'What was captured'],
  proof: ['证明文件', 'What proves it'],
  none: ['还没有文件。', 'There are no files yet.'],
  path: ['文件', 'File'],
  size: ['大小', 'Size'],
  digest: ['摘要（SHA-256）', 'Digest (SHA-256)'],
  digestOf: ['{path} 的摘要', 'digest of {path}'],
});

export function FilesTab({ detail: { ano, files } }: { detail: AttestationDetail }) {
  const say = useWords();
  if (files.length === 0) return <p className="secondary">{say('none')}</p>;
  return (['data', 'proof'] as const).map((kind) => (
    <section key={kind} className="files">
      <h2>{say(kind)}</h2>
      <table className="files-table">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{say('path')}</th>
            <th scope="col">{say('size')}</th>
            <th scope="col">{say('digest')}</th>
          </tr>
        </thead>
        <tbody>
          {files
            .filter((file) => file.kind === kind)
            .map(({ path, sizeBytes, sha256 }) => (
              <tr key={path}>
                <td>
                  <a href={linkTo(calls.attestations.file, { ano, path })} download className="mono">
                    {path}
                  </a>
                </td>
                <td className="numbers secondary">{fileSize(sizeBytes)}</td>
                <td>
                  <Copyable text={sha256} what={say('digestOf', { path })} kept={8} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  ));
}
