/**
 * Makes a RIFF WAVE, 8 kHz, 16-bit mono: the two notes of the shop's doorbell. A real sound, so that players accept it.
 */
export function doorbellWav(): Buffer {
  const rate = 8000;
  const samples = Buffer.alloc(rate * 2);
  for (let i = 0; i < rate; i++) {
    const second = i / rate;
    const pitch = second < 0.4 ? 659.25 : 523.25;
    samples.writeInt16LE(
      Math.round(12_000 * Math.exp(-3 * (second % 0.4)) * Math.sin(2 * Math.PI * pitch * second)),
      i * 2,
    );
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
