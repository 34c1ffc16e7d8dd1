import { describe, expect, it } from 'vitest';
import { Message, message, sentenceIn, sentences } from './sentences.ts';

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap).sort();

describe('what a capture says', () => {
  it.each(Object.entries(sentences).filter(([name]) => name !== 'named'))(
    'has the same gaps in both languages: %s',
    (_name, [zh, en]) => {
      expect(gaps(zh)).toEqual(gaps(en));
    },
  );

  it("renders in the reader's language, including nested messages", () => {
    const sentence = message('egress.refused', {
      host: 'intranet',
      why: message('egress.not-public', { address: '10.0.0.1' }),
    });

    expect(sentenceIn(sentence, 'zh')).toBe('不允许访问 intranet：10.0.0.1 不是公网地址。');
    expect(sentence.text).toBe("Access to intranet isn't allowed: 10.0.0.1 isn't a public internet address.");
  });

  it('stays what it is on its way through JSON', () => {
    const sentence = message('step.not-reached', { because: message('capture.wall', { seconds: 120 }) });

    expect(Message.parse(JSON.parse(JSON.stringify(sentence)))).toEqual(sentence);
  });

  it('does not take words of a page for gaps', () => {
    expect(message('consent.pressed', { label: '{label} {text}' }).text).toBe('“{label} {text}” was clicked.');
  });

  it('refuses a sentence that nobody knows', () => {
    expect(Message.safeParse({ name: 'load.wonderful', values: {}, text: '' }).success).toBe(false);
  });
});
