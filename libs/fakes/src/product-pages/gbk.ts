let table: Map<string, [number, number]> | undefined;

/**
 * Encodes text in GBK by the table of the platform's decoder. Characters missing from the table become character
 * references, as servers write them.
 */
export function gbkBytes(text: string): Uint8Array {
  table ??= makeTable();
  const bytes: number[] = [];
  for (const sign of text) {
    const code = sign.codePointAt(0) as number;
    if (code < 0x80) bytes.push(code);
    else bytes.push(...(table.get(sign) ?? Buffer.from(`&#${code};`)));
  }
  return Uint8Array.from(bytes);
}

function makeTable(): Map<string, [number, number]> {
  const decoder = new TextDecoder('gbk');
  const found = new Map<string, [number, number]>();
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low));
      if (sign.length === 1 && sign !== '\ufffd' && !found.has(sign)) found.set(sign, [high, low]);
    }
  return found;
}
