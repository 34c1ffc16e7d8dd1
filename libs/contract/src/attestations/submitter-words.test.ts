import { describe, expect, it } from 'vitest';
import type { Applicant, Operator } from './submitter.ts';
import { submitterFacts } from './submitter-words.ts';

const asOf = '2026-11-22T16:30:00.000Z';
const holder: Operator = { role: 'holder', name: '最高人民法院', isCertified: false, actingAs: null };
const company: Applicant = {
  account: '法务部',
  certification: {
    kind: 'enterprise',
    name: '福州存真网络科技有限公司',
    number: '91350100M000100Y43',
    by: 'review',
    at: '2026-11-01T16:00:00.000Z',
  },
  asOf,
};

describe('the facts about an attestation’s submitter', () => {
  it('mark every unverified name, in both languages', () => {
    const facts = submitterFacts({ applicant: { account: holder.name, certification: null, asOf }, operator: holder });

    expect(facts.map(({ label: [, en], value, mark }) => [en, value, mark])).toEqual([
      ['Applicant', null, 'uncertified'],
      ['Account', '最高人民法院', 'uncertified'],
      ['Operator', '最高人民法院', 'uncertified'],
    ]);
    for (const { notes } of facts)
      expect(notes.map(([zh, en]) => [/未经核实/.test(zh), /not verified/.test(en)])).toContainEqual([true, true]);
  });

  it('give a company’s name and code, and the legal time of China', () => {
    const operator: Operator = { role: 'member', name: '李*', isCertified: true, actingAs: null };

    const [applicant, code, account, by] = submitterFacts({ applicant: company, operator });

    expect(applicant).toMatchObject({ value: '福州存真网络科技有限公司', mark: 'company' });
    expect(applicant?.notes[0]?.[0]).toBe('2026-11-02 经平台审核认证，于提交时 2026-11-23 00:30:00 (UTC+8) 有效');
    expect(code).toMatchObject({ label: ['统一社会信用代码', 'Credit ID'], value: '91350100M000100Y43' });
    expect(account).toMatchObject({ value: '法务部', mark: null });
    expect(by).toMatchObject({ value: '李*', mark: 'person' });
  });

  it('name no applicant for the command line', () => {
    const operator: Operator = { role: 'installation', name: 'command line', isCertified: false, actingAs: null };

    expect(submitterFacts({ applicant: null, operator }).map(({ value, mark }) => [value, mark])).toEqual([
      [null, 'none'],
      ['command line', 'uncertified'],
    ]);
  });
});
