import { describe, expect, it } from 'vitest';
import { type AgreementName, texts } from './texts.ts';

const names = Object.keys(texts) as AgreementName[];

describe.each(names)('the %s agreement', (name) => {
  const read = async () => ({
    zh: (await texts[name].zh()).agreement,
    en: (await texts[name].en()).agreement,
  });

  it('has the same sections and clauses in both languages', async () => {
    const { zh, en } = await read();
    const shape = ({ sections }: typeof zh) => sections.map(({ clauses }) => clauses.length);

    expect(shape(en)).toEqual(shape(zh));
  });

  it('has no half-width punctuation between Chinese words, and no Chinese in English', async () => {
    const { zh, en } = await read();

    expect(JSON.stringify(zh.sections.flatMap(({ title, clauses }) => [title, ...clauses]))).not.toMatch(
      /\p{Script=Han}[,.;:!?()]|[,.;:!?()]\p{Script=Han}/u,
    );
    expect(JSON.stringify(en)).not.toMatch(/\p{Script=Han}/u);
  });
});
