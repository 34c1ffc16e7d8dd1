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

/** One attribute of a distinguished name: short name of its type, or the OID of an unknown one, and its value. */
export interface NameAttribute {
  type: string;
  value: string;
}

/** Reads the attributes of a distinguished name, in the order of the DER. @throws PkiError ENCODING */
export const nameAttributes = (name: Uint8Array): NameAttribute[] =>
  childrenOf(parseDer(name, tags.sequence))
    .flatMap((set) => childrenOf(set))
    .map((attribute) => {
      const parts = new Parts(attribute);
      const oid = oidOf(parts.next());
      const value = parts.next();
      const text = new TextDecoder(value.tag === 0x1e ? 'utf-16be' : 'utf-8').decode(value.content);
      return { type: types[oid] ?? oid, value: text };
    });

/** Formats a distinguished name for people, most specific part first, e.g. `CN=Example TSA, O=Example`. @throws PkiError ENCODING */
export const nameText = (name: Uint8Array): string =>
  nameAttributes(name)
    .map(({ type, value }) => `${type}=${value.replaceAll(/\p{Cc}/gu, '�')}`)
    .toReversed()
    .join(', ');
