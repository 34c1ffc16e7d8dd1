import { type ListedFile, paths } from '@proofkeep/bundle';
import type { FilesFacts } from './facts.ts';
import { ink, type Label, type Paper, page } from './paper.ts';
import { byteCount, legalTime } from './text.ts';

const labels = {
  name: ['存证名称', 'Name'],
  files: ['文件数目', 'Files'],
  bytes: ['总大小', 'Total size'],
  read: ['读取完成时间', 'Read'],
  received: ['收到摘要时间', 'Received'],
} as const satisfies Record<string, Label>;

/** What the certificate proves, and what it doesn't. */
export const filesLimits: Record<FilesFacts['kind'], readonly Label[]> = {
  files: [
    [
      '本证书证明：上述操作人于上述时间之前向本系统提交了所列文件；文件自写入存证日志起未被改动。',
      'This certificate states that the operator above uploaded the listed files before the time above, and that the files have not changed since they were logged.',
    ],
    [
      '本证书不证明：文件内容真实、文件的来源与作者，或文件在提交之前未被改动。文件名与修改时间由提交人提供，未经核实。',
      'It does not state that their content is true, who made them or where they come from, or that they were unchanged before the upload. Names and modification times were given by the user and not verified.',
    ],
  ],
  digests: [
    [
      '本证书证明：上述操作人于上述时间之前向本系统提交了所列摘要；与某一摘要相符的文件，当时已经存在。',
      'This certificate states that the operator above submitted the listed digests before the time above. A file that matches one of them existed by then.',
    ],
    [
      '本证书不证明：文件内容真实、文件的来源与作者，或提交人持有该文件。本系统未收到、也未读取文件；文件名、大小与修改时间由提交人提供，未经核实。文件由提交人自行保管，遗失后无法凭摘要恢复。',
      'It does not state that their content is true, who made them, or that the user held them. The service neither received nor read the files. Names, sizes and modification times were given by the user and not verified. The user keeps the files: a lost file can’t be restored from its digest.',
    ],
  ],
};

/** Draws the facts at the top of the certificate. */
export function drawFilesSubject(paper: Paper, { kind, title, files, bytes, examinedAt }: FilesFacts): void {
  paper.fact(labels.name, title);
  paper.fact(labels.files, byteCount(files.length));
  if (bytes !== null) paper.fact(labels.bytes, `${byteCount(bytes)} B`);
  paper.fact(kind === 'files' ? labels.read : labels.received, legalTime(examinedAt));
}

/** Files that the certificate lists; `data/files.json` has all of them. */
const maxListed = 200;

/** Draws the list of files with both digests. */
export function drawFiles(paper: Paper, { kind, files }: FilesFacts): void {
  paper.heading(kind === 'files' ? ['文件', 'Files'] : ['文件摘要', 'Digests of files']);
  for (const file of files.slice(0, maxListed)) drawFile(paper, file);
  const more = files.length - maxListed;
  if (more > 0) paper.paragraph(`另有 ${more} 个，见 ${paths.fileList}\n${more} more, see ${paths.fileList}`);
}

function drawFile(paper: Paper, { name, size, modifiedAt, sha256, sm3 }: ListedFile): void {
  const { doc, width } = paper;
  const lines = [`SHA-256  ${sha256}`, ...(sm3 === null ? [] : [`SM3      ${sm3}`])];
  const nameWidth = width - 90;
  doc.font('sans').fontSize(8.2);
  const nameHeight = doc.heightOfString(name, { width: nameWidth, lineGap: 1 });
  paper.room(nameHeight + 10 * lines.length + 14);
  const top = paper.y;
  doc.fillColor(ink.text).text(name, page.left, top, { width: nameWidth, lineGap: 1 });
  if (size !== null) doc.fillColor(ink.soft).text(byteCount(size), page.left, top, { width, align: 'right' });
  doc.font('mono').fontSize(7.2).fillColor(ink.soft);
  lines.forEach((line, i) => {
    doc.text(line, page.left, top + nameHeight + 1 + i * 10, { lineBreak: false });
  });
  paper.y = top + nameHeight + 1 + lines.length * 10;
  if (modifiedAt !== null) {
    const modified = legalTime(new Date(modifiedAt));
    doc.font('sans').fontSize(7);
    doc.text(`修改时间（提交人所称）  modified, as stated  ${modified}`, page.left, paper.y, { lineBreak: false });
    paper.y += 10;
  }
  paper.gap(5);
}
