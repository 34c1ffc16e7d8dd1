const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Longest Chinese word, and longest prefix of another word, that is found in names and URLs. */
const longest = { chinese: 4, beginning: 20 };
/** Longer words are truncated: they are codes, which users don't type. */
const longestWord = 64;
/** Maximum number of words of the facts, of the captured page and of a search. */
const most = { facts: 500, page: 1_000, search: 8 };
/** Chinese characters of a name or remark whose parts are indexed. */
const chineseCharacters = 80;

const han = /\p{Script=Han}/u;

/**
 * The words of a text in order, in lower case and normalized width (NFKC), with Chinese segmented by ICU's dictionary.
 */
export function* wordsIn(text: string): Generator<string> {
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase())) {
    if (!isWordLike) continue;
    for (const word of segment.split(/[^\p{L}\p{N}]+/u)) if (word !== '') yield word.slice(0, longestWord);
  }
}

/** All Chinese substrings of up to four characters: names are short, and are searched by any part. */
function* chinesePartsOf(text: string): Generator<string> {
  let left = chineseCharacters;
  for (const [run] of text.normalize('NFKC').matchAll(/\p{Script=Han}+/gu)) {
    const characters = Array.from(run).slice(0, left);
    left -= characters.length;
    for (const at of characters.keys())
      for (let length = 1; length <= longest.chinese && at + length <= characters.length; length++)
        yield characters.slice(at, at + length).join('');
  }
}

/** The prefixes of a word, from two characters: lists are searched while the user types. */
function* beginningsOf(word: string): Generator<string> {
  for (let length = 2; length < Math.min(word.length, longest.beginning + 1); length++) yield word.slice(0, length);
  yield word;
}

const firstOf = (words: Iterable<string>, count: number): string[] => {
  const found = new Set<string>();
  for (const word of words) {
    found.add(word);
    if (found.size >= count) break;
  }
  return [...found];
};

export interface Facts {
  ano: string;
  url: string;
  name: string;
  title: string;
  remark: string;
  labels: readonly string[];
  fileNames: readonly string[];
  /** Digests of the manifest and of submitted files, hexadecimal. */
  digests: readonly string[];
}

/** A label as a search word; the prefix keeps it apart from words of a text. */
export const labelWord = (label: string): string => `#${label}`;

/** Words by which an attestation is found, most important first, since their number is limited. */
export function factWords(facts: Facts): string[] {
  return firstOf(
    (function* () {
      yield* facts.labels.map(labelWord);
      yield facts.ano.toLowerCase();
      yield* facts.digests;
      const { ano, name, title, url, fileNames, remark, digests } = facts;
      for (const text of [name, title, url, ...fileNames, remark, ano, ...digests]) {
        yield* chinesePartsOf(text);
        for (const word of wordsIn(text))
          if (han.test(word)) yield word;
          else yield* beginningsOf(word);
      }
    })(),
    most.facts,
  );
}

/** Words of the captured page; long Chinese words are also indexed by their parts, as ICU keeps some names together. */
export function pageWords(text: string): string[] {
  return firstOf(
    (function* () {
      for (const word of wordsIn(text)) {
        yield word;
        if (han.test(word) && word.length > 2)
          for (let at = 0; at + 2 <= word.length; at++) yield word.slice(at, at + 2);
      }
    })(),
    most.page,
  );
}

/** The words that an attestation must have to be found. */
export function searchWords(text: string): string[] {
  return firstOf(
    (function* () {
      for (const word of wordsIn(text)) {
        if (!han.test(word)) yield word;
        else for (let at = 0; at < word.length; at += longest.chinese) yield word.slice(at, at + longest.chinese);
      }
    })(),
    most.search,
  );
}
