import { sameBytes } from './der.ts';
import { PkiError } from './error.ts';
import { endOfFile } from './pdf.ts';
import { PdfFile } from './pdf-file.ts';
import { type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from './pdf-lexer.ts';

/** Kinds of changes that a later revision can make, in the order in which they are reported. */
export const laterKinds = [
  'pages',
  'content',
  'annotation',
  'form',
  'signature',
  'attachment',
  'action',
  'metadata',
  'validation',
  'other',
  /** A revision that leaves every object as it was. */
  'nothing',
  /** Revisions that can't be read. */
  'unread',
  /** Bytes that are no revision. */
  'trailing',
] as const;
/** Kind of a change that a later revision makes. */
export type LaterKind = (typeof laterKinds)[number];

/** What was appended to a PDF after it was sealed. */
export interface LaterChanges {
  bytes: number;
  /** Number of revisions (ISO 32000-1 §7.5.6) among these bytes. */
  revisions: number;
  /** At least one; what the last revision shows differently from the sealed one. */
  kinds: LaterKind[];
}

const latin1 = new TextDecoder('latin1');
/** Objects that refer to each other in a longer row are not compared. */
const maxDepth = 200;

/** Compares a PDF with its sealed beginning. Null if nothing follows that. Nothing in a PDF makes this throw. */
export function laterChanges(pdf: Uint8Array, sealed: Uint8Array): LaterChanges | null {
  const bytes = pdf.length - sealed.length;
  if (bytes === 0) return null;
  const text = latin1.decode(pdf.subarray(sealed.length));
  const ends = [...text.matchAll(endOfFile)].map(({ 0: whole, index }) => index + whole.length);
  const end = ends.at(-1) ?? 0;
  const found = end > 0 ? changesBetween(sealed, pdf.subarray(0, sealed.length + end)) : new Set<LaterKind>();
  if (end < text.length) found.add('trailing');
  return { bytes, revisions: ends.length, kinds: laterKinds.filter((kind) => found.has(kind)) };
}

function changesBetween(sealed: Uint8Array, revised: Uint8Array): Set<LaterKind> {
  try {
    const [before, after] = [new PdfFile(sealed), new PdfFile(revised)];
    const differs = comparison(before, after);
    const found = new Set([
      ...catalogChanges(before, after, differs),
      ...formChanges(before, after, differs),
      ...pageChanges(before, after, differs),
    ]);
    if (differs(before.info, after.info)) found.add('metadata');
    if (found.size > 0) return found;
    const isTouched = after.changedSince(before).length + after.addedSince(before).length > 0;
    return new Set([isTouched ? 'other' : 'nothing']);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return new Set(['unread']);
  }
}

type Differs = (old: PdfValue | undefined, now: PdfValue | undefined) => boolean;

/** Members of the catalog (table 28) and what a change of them means. */
const catalogKinds: Readonly<Record<string, LaterKind>> = {
  AF: 'attachment',
  OpenAction: 'action',
  AA: 'action',
  Metadata: 'metadata',
  DSS: 'validation',
  Extensions: 'validation',
  Perms: 'signature',
  OCProperties: 'content',
};
const nameKinds: Readonly<Record<string, LaterKind>> = { EmbeddedFiles: 'attachment', JavaScript: 'action' };
/** Compared one by one. */
const comparedApart = new Set(['Pages', 'AcroForm', 'Names']);

function catalogChanges(before: PdfFile, after: PdfFile, differs: Differs): LaterKind[] {
  const changedIn = (old: PdfDict, now: PdfDict, kinds: Readonly<Record<string, LaterKind>>) =>
    membersOf(old, now)
      .filter((name) => !comparedApart.has(name) && differs(old.get(name), now.get(name)))
      .map((name) => kinds[name] ?? 'other');
  const names = (file: PdfFile) => dictOrNone(file, file.catalog.get('Names'));
  return [
    ...changedIn(before.catalog, after.catalog, catalogKinds),
    ...changedIn(names(before), names(after), nameKinds),
  ];
}

function formChanges(before: PdfFile, after: PdfFile, differs: Differs): LaterKind[] {
  const form = (file: PdfFile) => dictOrNone(file, file.catalog.get('AcroForm'));
  const fields = (file: PdfFile) => file.array(form(file).get('Fields') ?? []);
  const [old, now] = [form(before), form(after)];
  const isOtherForm = membersOf(old, now).some(
    (name) => name !== 'Fields' && name !== 'SigFlags' && differs(old.get(name), now.get(name)),
  );
  return [...(isOtherForm ? (['form'] as const) : []), ...listChanges(fields, { before, after, differs })];
}

function pageChanges(before: PdfFile, after: PdfFile, differs: Differs): LaterKind[] {
  const [old, now] = [before.pages(), after.pages()].map((pages) => pages.map(({ number }) => number)) as [
    number[],
    number[],
  ];
  const kept = new Set(now);
  const common = old.filter((number) => kept.has(number)).map((number) => new PdfRef(number));
  return [
    ...(old.join() === now.join() ? [] : (['pages'] as const)),
    ...(inheritedDiffer(before, after, differs) ? (['content'] as const) : []),
    ...common.flatMap((page) => {
      const members = [before.dict(page), after.dict(page)] as const;
      const isOther = membersOf(...members).some(
        (name) => name !== 'Annots' && name !== 'Parent' && differs(members[0].get(name), members[1].get(name)),
      );
      const annotations = (file: PdfFile) => file.array(file.dict(page).get('Annots') ?? []);
      return [...(isOther ? (['content'] as const) : []), ...listChanges(annotations, { before, after, differs })];
    }),
  ];
}

/** Whether a node of the page tree hands down other attributes than before (§7.7.3.4). */
const inheritedDiffer = (before: PdfFile, after: PdfFile, differs: Differs): boolean =>
  after.changedSince(before).some((number) => {
    const [old, now] = [before, after].map((file) => dictOrNone(file, new PdfRef(number))) as [PdfDict, PdfDict];
    const structure = ['Kids', 'Count', 'Parent'];
    return (
      before.name(old.get('Type')) === 'Pages' &&
      membersOf(old, now).some((name) => !structure.includes(name) && differs(old.get(name), now.get(name)))
    );
  });

/** Compares a list of fields or annotations: references by their object, others by their place. */
function listChanges(
  listOf: (file: PdfFile) => readonly PdfValue[],
  { before, after, differs }: { before: PdfFile; after: PdfFile; differs: Differs },
): LaterKind[] {
  const [old, now] = [listOf(before), listOf(after)];
  const keys = (list: readonly PdfValue[]) =>
    new Map(list.map((one, at) => [one instanceof PdfRef ? `${one.number} R` : String(at), one]));
  const [had, has] = [keys(old), keys(now)];
  return [
    ...[...has].filter(([key]) => !had.has(key)).map(([, one]) => kindOf(after, one)),
    ...[...had]
      .filter(([key, one]) => !has.has(key) || differs(one, has.get(key)))
      .map(([, one]) => changed(before, one)),
  ];
}

/** A field or an annotation that is new; a signature field is a further signature. */
function kindOf(file: PdfFile, value: PdfValue): LaterKind {
  const dict = dictOrNone(file, value);
  if (file.name(dict.get('FT')) === 'Sig') return 'signature';
  return changed(file, value);
}

/** A field has no subtype, or is merged with its widget (§12.7.3.1). */
const changed = (file: PdfFile, value: PdfValue): LaterKind => {
  const dict = dictOrNone(file, value);
  const subtype = file.name(dict.get('Subtype'));
  return subtype === 'Widget' || (subtype === '' && dict.has('T')) ? 'form' : 'annotation';
};

function dictOrNone(file: PdfFile, value: PdfValue | undefined): PdfDict {
  const found = file.resolve(value);
  return found instanceof Map ? found : new Map();
}

const membersOf = (old: PdfDict, now: PdfDict): string[] => [...new Set([...old.keys(), ...now.keys()])];

/** Members that lead back to a page or a parent. */
const isBack = (name: string, value: PdfValue | undefined) =>
  (name === 'P' || name === 'Parent') && value instanceof PdfRef;

/**
 * Compares values of two revisions with everything they refer to. A stream that was written again counts as changed, even
 * if its content is the same. The comparison throws PkiError ENCODING if objects are damaged or nest too deep.
 */
function comparison(before: PdfFile, after: PdfFile): Differs {
  const compared = new Map<string, boolean>();
  const differ = (old: PdfValue, now: PdfValue, depth: number): boolean => {
    if (depth > maxDepth) throw new PkiError('ENCODING', 'a PDF in which objects nest too deep');
    if (old instanceof PdfRef && now instanceof PdfRef) {
      const pair = `${old.number} ${now.number}`;
      const known = compared.get(pair);
      if (known !== undefined) return known;
      // Objects that refer to each other are equal as long as nothing else differs.
      compared.set(pair, false);
      const found = valuesDiffer(before.resolve(old), after.resolve(now), depth);
      compared.set(pair, found);
      return found;
    }
    return valuesDiffer(before.resolve(old), after.resolve(now), depth);
  };
  const valuesDiffer = (old: PdfValue, now: PdfValue, depth: number): boolean => {
    if (old instanceof Uint8Array) return !(now instanceof Uint8Array && sameBytes(old, now));
    if (old instanceof PdfStream)
      return !(now instanceof PdfStream && old.at === now.at) || valuesDiffer(old.dict, now.dict, depth);
    if (Array.isArray(old))
      return (
        !Array.isArray(now) ||
        old.length !== now.length ||
        old.some((one, at) => differ(one, now[at] ?? null, depth + 1))
      );
    if (old instanceof Map)
      return (
        !(now instanceof Map) ||
        membersOf(old, now).some(
          (name) => !isBack(name, old.get(name)) && differ(old.get(name) ?? null, now.get(name) ?? null, depth + 1),
        )
      );
    if (old instanceof PdfName) return !(now instanceof PdfName && old.name === now.name);
    return old !== now;
  };
  return (old, now) => differ(old ?? null, now ?? null, 0);
}
