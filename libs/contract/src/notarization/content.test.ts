import { describe, expect, it } from 'vitest';
import { consoleNotarizationCalls } from './console-calls.ts';
import { MatterContent, MatterDraft, matterProblems } from './content.ts';

const uuid = '0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f5a6';
const person = {
  kind: 'person',
  role: 'applicant',
  name: '王芳',
  idNumber: '11010519491231002X',
  phone: '13800000001',
} as const;
const other = {
  ...person,
  role: 'counterparty',
  name: '李明',
  idNumber: '34052419800101001X',
  phone: '13800000002',
} as const;
const agent = { ...other, role: 'agent', authority: uuid } as const;
const company = {
  kind: 'company',
  role: 'counterparty',
  name: '福州存真网络科技有限公司',
  idNumber: '91350100M000100Y43',
  representative: { name: '李明', idNumber: other.idNumber },
  phone: other.phone,
} as const;
const file = (code: string, at: number) => ({ code, fileId: `${uuid.slice(0, -1)}${at}` });
const copy = {
  kind: 'copy',
  officeId: uuid,
  wantsVideo: true,
  purpose: '用于出国留学',
  form: { original: '毕业证书' },
  parties: [person],
  materials: [file('identity', 1), file('copy', 2)],
};
const attorney = {
  ...copy,
  kind: 'power-of-attorney',
  form: { attorney: '李明', powers: '出售房屋', until: '2026-12-31' },
  materials: [file('identity', 1)],
};
const declaration = { ...attorney, kind: 'declaration', form: { text: '本人声明未婚。' } };

/** Paths of invalid fields. */
const wrong = (content: unknown): string[] =>
  MatterContent.safeParse(content).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('an application', () => {
  it('is complete with parties who act for one side each, and an agent if the kind allows one', () => {
    expect(wrong({ ...copy, parties: [person, agent] })).toEqual([]);
    expect(wrong({ ...copy, parties: [person, company] })).toEqual([]);
    expect([wrong(attorney), wrong(declaration)]).toEqual([[], []]);
  });

  it('is refused if two parties share a phone', () => {
    expect(wrong({ ...copy, parties: [person, { ...other, phone: '+86 138-0000-0001' }] })).toEqual([
      'parties.1.phone',
    ]);
  });

  it('is refused if one person acts for both sides', () => {
    const representative = { name: person.name, idNumber: person.idNumber };
    const agentOfBoth = { ...agent, phone: '13800000003' };

    expect(wrong({ ...copy, parties: [person, { ...company, representative }] })).toEqual([
      'parties.1.representative.idNumber',
    ]);
    expect(wrong({ ...copy, parties: [person, company, agentOfBoth] })).toEqual(['parties.2.idNumber']);
  });

  it('must be made in person if the kind requires it', () => {
    expect(wrong({ ...attorney, parties: [person, agent] })).toEqual(['parties.1.role']);
    expect(wrong({ ...declaration, parties: [person, agent] })).toEqual(['parties.1.role']);
  });

  it.each(['2026-13-45', '2026-02-30', '31.12.2026'])('is refused with the date %s', (until) => {
    expect(wrong({ ...attorney, form: { ...attorney.form, until } })).toEqual(['form.until']);
  });

  it('spells file ids in one way, each once', () => {
    const draft = { kind: 'copy', wantsVideo: true, parties: [{ authority: uuid.toUpperCase() }] };

    expect(MatterDraft.parse(draft).parties).toEqual([{ authority: uuid }]);
    expect(MatterDraft.safeParse({ ...draft, parties: [{ authority: '-'.repeat(36) }] }).success).toBe(false);
    const twice = [file('identity', 1), file('copy', 1)];
    expect(wrong({ ...copy, materials: twice })).toEqual(['materials']);
  });
});

describe('a decision of a notary', () => {
  const decisions = Object.entries(consoleNotarizationCalls).filter(
    // Verifying attestations doesn't change the matter.
    ([name, { method, path }]) =>
      method !== 'GET' && name !== 'verifyMatterEvidence' && path.startsWith('/creditor/console/matters/{id}'),
  );

  it.each(decisions)('%s names the version it is about', (_name, { input }) => {
    const issues = input.safeParse({ id: uuid }).error?.issues ?? [];

    expect(issues.map(({ path }) => path.join('.'))).toContain('version');
  });

  it('needs a reason to terminate a matter', () => {
    const end = (reason: string) =>
      consoleNotarizationCalls.terminateMatter.input.safeParse({ id: uuid, version: 1, reason }).success;

    expect([end(''), end(' x '), end('the applicant died')]).toEqual([false, false, true]);
  });
});

it('lists everything that is missing at once, even beside an invalid field', () => {
  const draft = MatterDraft.parse({ kind: 'preservation', wantsVideo: true, parties: [{ ...person, phone: '1' }] });

  const fields = matterProblems(draft, 'en').map(({ field }) => field);

  expect(fields.sort()).toEqual([
    'evidence',
    'form.facts',
    'materials.identity',
    'officeId',
    'parties.0.phone',
    'purpose',
  ]);
});
