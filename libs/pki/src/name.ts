import { childrenOf, oidOf, Parts, parseDer, tags } from './der.ts';

const types: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.5': 'serialNumber',
};

/** Formats a distinguished name for people, most specific part first, e.g. `CN=Example TSA, O=Example`. @throws PkiError ENCODING */
export function nameText(name: Uint8Array): string {
  return childrenOf(parseDer(name, tags.sequence))
    .flatMap((set) => childrenOf(set))
    .map((attribute) => {
      const parts = new Parts(attribute);
      const oid = oidOf(parts.next());
      const value = parts.next();
      const text = new TextDecoder(value.tag === 0x1e ? 'utf-16be' : 'utf-8').decode(value.content);
      return `${types[oid] ?? oid}=${text.replaceAll(/\p{Cc}/gu, '�')}`;
    })
    .toReversed()
    .join(', ');
}
