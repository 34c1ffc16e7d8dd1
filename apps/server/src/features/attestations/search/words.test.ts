import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { factWords } from './words.ts';

it('finds submissions with many digests by their name, a file’s name and each whole digest', () => {
  const digests = Array.from({ length: 21 }, (_, n) => hash('sha256', `${n}`));
  const fileNames = Array.from({ length: 20 }, (_, n) => `附件${n}号.pdf`);
  const url = 'https://procurement.example/framework-contracts/supplementary-agreement';
  const facts = { url, title: '', labels: [], remark: '补充协议备注', digests, fileNames };

  const words = factWords({ ...facts, ano: 'PK20261123AAAAAAAAAA1', name: '采购合同 supplement' });

  expect(words).toEqual(expect.arrayContaining(['采购合同', 'supplement', '附件', '19', '补充协议', ...digests]));
  expect(words).toContain('pk20261123aaaaaaaaaa1');
});
