import { describe, expect, it } from 'vitest';
import { Said, say, sentenceIn, sentences } from './sentences.ts';

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap).sort();

describe('what a capture says', () => {
  it.each(Object.entries(sentences).filter(([name]) => name !== 'named'))(
    'has the same gaps in both languages: %s',
    (_name, [zh, en]) => {
      expect(gaps(zh)).toEqual(gaps(en));
    },
  );

  it('is said in the language of the reader, a sentence within a sentence too', () => {
    const said = say('egress.refused', { host: 'intranet', why: say('egress.not-public', { address: '10.0.0.1' }) });

    expect(sentenceIn(said, 'zh')).toBe('不允许访问 intranet：10.0.0.1 不是公网地址。');
    expect(said.text).toBe("Access to intranet isn't allowed: 10.0.0.1 isn't a public internet address.");
  });

  it('stays what it is on its way through JSON', () => {
    const said = say('step.not-reached', { because: say('capture.wall', { seconds: 120 }) });

    expect(Said.parse(JSON.parse(JSON.stringify(said)))).toEqual(said);
  });

  it('does not take words of a page for gaps', () => {
    expect(say('consent.pressed', { label: '{label} {text}' }).text).toBe('“{label} {text}” was clicked.');
  });

  it('refuses a sentence that nobody knows', () => {
    expect(Said.safeParse({ name: 'load.wonderful', values: {}, text: '' }).success).toBe(false);
  });
});
