import { describe, expect, it } from 'vitest';
import { Message, message, sentenceIn, sentences } from './sentences.ts';

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap).sort();

describe('a message of a capture', () => {
  it.each(Object.entries(sentences).filter(([name]) => name !== 'named'))(
    'has the same placeholders in both languages: %s',
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

  it('is unchanged by JSON', () => {
    const sentence = message('step.not-reached', { because: message('capture.wall', { seconds: 120 }) });

    expect(Message.parse(JSON.parse(JSON.stringify(sentence)))).toEqual(sentence);
  });

  it('does not interpret text of a page as placeholders', () => {
    expect(message('consent.pressed', { label: '{label} {text}' }).text).toBe('“{label} {text}” was clicked.');
  });

  it('rejects an unknown name', () => {
    expect(Message.safeParse({ name: 'load.wonderful', values: {}, text: '' }).success).toBe(false);
  });
});

describe('no sentence quotes the text of a program', () => {
  /** Names of standards and products that also appear in Chinese text. */
  const known =
    /https:\/\/example.com\/page|HTTP|https?|TLS|PDF|WebSocket|Headless|Cookie|MB|IP|PK|http:|example\.com|\{\w+\}/g;
  /** Sentences whose values are a user's own words, or a name in each language. */
  const written = Object.entries(sentences).filter(([name]) => name !== 'named');

  it.each(written)(
    '%s contains no path, stack trace or code, and its Chinese contains no English',
    (_name, [zh, en]) => {
      for (const text of [zh, en]) {
        expect(text).not.toMatch(/(^|\s)(\/|~\/)\w+\/|\bat \w+ \(|node:|\.[tj]s\b/);
        expect(text).not.toMatch(/\bE[A-Z]{4,}\b|ERR_|[A-Z]+_[A-Z]+/);
      }
      expect(zh.replace(known, '')).not.toMatch(/[A-Za-z]{2,}/);
    },
  );

  it('and none can take the text of a program as a value', () => {
    // @ts-expect-error: retired
    expect(message('verbatim', { text: 'Error: at f (/srv/x.ts:1:2)' }).text).not.toContain('/srv');
  });

  it('shows none of the program texts that earlier releases recorded', () => {
    const recorded = Message.parse({
      name: 'verbatim',
      values: { text: 'at f (/srv/x.ts:1:2)' },
      text: 'at f (/srv/x.ts:1:2)',
    });

    for (const language of ['zh', 'en'] as const) expect(sentenceIn(recorded, language)).not.toContain('/srv');
  });
});
