import { setTimeout } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { certificationCalls, uploadCalls, uploadQuota } from '@proofkeep/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { sweepUploads } from './jobs.ts';
import { inTurn } from './sanitize.ts';
import { paper, photograph, sendFile } from './testing/files.ts';

const service = useService();
const { ask, given } = service;

const upload = (as: string, bytes: Uint8Array, name = 'a.jpg', mediaType = 'image/jpeg') =>
  sendFile(service, uploadCalls.uploadFile, {}, { as, bytes, name, mediaType });

const read = async (id: string, as?: string) => {
  const response = await service.app.inject({
    url: `/creditor/uploads/${id}`,
    headers: as ? { 'x-auth-token': as } : {},
  });
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers };
};

/** A PNG of a few kilobytes that unpacks to this many pixels. */
function pngBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('an uploaded file', () => {
  it('is returned to its sender, an image without its metadata', async () => {
    const { token } = await given.login();
    const sent = await photograph();

    const { data } = await upload(token, sent, '身份证.jpg');
    const back = await read(data.fileId, token);

    expect(data).toMatchObject({ name: '身份证.jpg', mediaType: 'image/jpeg', widthPx: 640, heightPx: 400 });
    expect(sent.includes('secret-remark')).toBe(true);
    expect(back.bytes.includes('secret-remark')).toBe(false);
    expect(await sharp(back.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 400 });
    expect((await sharp(back.bytes).metadata()).exif).toBeUndefined();
    expect(back.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('is stored encrypted', async () => {
    const { token } = await given.login();
    const { data } = await upload(token, paper, 'a.pdf', 'application/pdf');

    const [kept] = await service.store.list(`uploads/${data.fileId}/`);
    const bytes = Buffer.from(await service.store.bytes(kept?.key ?? ''));

    expect(bytes.includes('Catalog')).toBe(false);
    expect((await read(data.fileId, token)).bytes.equals(paper)).toBe(true);
  });

  it('is hidden from other accounts, other members and the main login', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    const { data } = await upload(member.token, await photograph());
    const stranger = await given.login();

    expect((await read(data.fileId, member.token)).status).toBe(200);
    for (const as of [holder.token, stranger.token, (await given.member(holder)).token])
      expect((await read(data.fileId, as)).status).toBe(404);
    expect((await read(data.fileId)).status).toBe(401);
  });

  it('is downloaded, not shown, if it is a document', async () => {
    const { token } = await given.login();
    const { data } = await upload(token, paper, '营业执照.pdf', 'application/pdf');

    const { headers } = await read(data.fileId, token);

    expect(headers['content-disposition']).toMatch(/^attachment; filename/);
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('is rotated upright, and scaled down if it is very large', async () => {
    const { token } = await given.login();
    const lying = await sharp(await photograph({ width: 300, height: 200 }))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const wide = await photograph({ width: 6_000, height: 3_000 });

    expect((await upload(token, lying)).data).toMatchObject({ widthPx: 200, heightPx: 300 });
    expect((await upload(token, wide)).data).toMatchObject({ widthPx: 4_096, heightPx: 2_048 });
  });

  it('may be a form’s image, as base64 or data URL', async () => {
    const { token } = await given.login();
    const text = (await photograph()).toString('base64');

    for (const img of [text, `data:image/jpeg;base64,${text}`]) {
      const { data } = await ask(uploadCalls.uploadImage, { img }, { as: token, form: true });
      expect(data).toMatchObject({ purpose: 'picture', mediaType: 'image/jpeg' });
    }
    const bare = await service.app.inject({
      method: 'POST',
      url: '/creditor/upload/img',
      headers: { 'x-auth-token': token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `img=${text}`,
    });
    expect(bare.json()).toMatchObject({ flag: true });
    expect((await ask(uploadCalls.uploadImage, { img: 'not base64!' }, { as: token })).refused).toBe('INPUT_INVALID');
  });
});

describe('a hostile file', () => {
  it('is refused by its bytes, whatever its name', async () => {
    const { token } = await given.login();
    const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\x00\x00\x00\x08\x00'), Buffer.alloc(60)]);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const gif = Buffer.from('GIF89a/*<script>alert(1)</script>*/');

    for (const [bytes, name] of [
      [zip, 'a.png'],
      [svg, 'a.svg'],
      [svg, 'a.jpg'],
      [html, 'a.jpg'],
      [gif, 'a.gif'],
      [Buffer.from('MZ\x90\x00'), 'a.pdf'],
    ] as const)
      expect(await upload(token, bytes, name)).toMatchObject({ status: 415, refused: 'UPLOAD_TYPE' });
  });

  it('is stored in the format that is displayed if it is valid in two formats', async () => {
    const { token } = await given.login();
    const polyglot = Buffer.concat([await photograph(), Buffer.from('PK\x03\x04<script>alert(1)</script>')]);

    const { data } = await upload(token, polyglot);
    const { bytes } = await read(data.fileId, token);

    expect(bytes.includes('script')).toBe(false);
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9');
  });

  it('is refused before it is unpacked to too many pixels', async () => {
    const { token } = await given.login();
    const bomb = pngBomb(24_000);
    expect(bomb.length).toBeLessThan(1_000_000);

    expect(await upload(token, bomb, 'a.png')).toMatchObject({ status: 400, refused: 'UPLOAD_PIXELS' });
    expect((await upload(token, pngBomb(800), 'a.png')).refused).toBeNull();
  });

  it('is refused if it is cut off, damaged or empty', async () => {
    const { token } = await given.login();
    const whole = await photograph({ width: 1_000, height: 1_000 });
    const head = whole.subarray(0, 30);

    expect((await upload(token, whole.subarray(0, whole.length / 2))).refused).toBe('UPLOAD_BROKEN');
    expect((await upload(token, Buffer.concat([head, Buffer.alloc(500, 1)]))).refused).toBe('UPLOAD_BROKEN');
    expect((await upload(token, Buffer.alloc(0))).refused).toBe('UPLOAD_BROKEN');
  });

  it('is refused and not stored above the limit of its purpose', async () => {
    const { token } = await given.login();
    const { token: other } = await given.login();
    const before = await service.store.list('uploads/');
    const large = Buffer.concat([await photograph(), Buffer.alloc(11 * 2 ** 20)]);

    const card = await sendFile(service, certificationCalls.identityFront, {}, { as: token, bytes: large });
    const image = Buffer.concat([await photograph(), Buffer.alloc(7 * 2 ** 20)]).toString('base64');

    expect(card).toMatchObject({ status: 413, refused: 'TOO_LARGE' });
    expect((await ask(uploadCalls.uploadImage, { img: image }, { as: other })).refused).toBe('TOO_LARGE');
    expect(await service.store.list('uploads/')).toEqual(before);
  });

  it('is refused if the form contains none', async () => {
    const { token } = await given.login();

    const answer = await service.app.inject({
      method: 'POST',
      url: '/creditor/file/upload/front',
      headers: { 'x-auth-token': token, 'content-type': 'multipart/form-data; boundary=edge' },
      payload: '--edge\r\ncontent-disposition: form-data; name="other"\r\n\r\n1\r\n--edge--\r\n',
    });

    expect(answer.json()).toMatchObject({ errorCode: 'INPUT_INVALID', fields: [{ field: 'file' }] });
  });
});

describe('an account', () => {
  it('has a limited number of uploads, even with concurrent ones', async () => {
    const { token, accountId, loginId } = await given.login();
    await service.database.pool.query(
      `insert into upload (id, account_id, person_id, purpose, name, media_type, size_bytes, created_at)
       select uuidv7(), $1, $2, 'attachment', 'x', 'application/pdf', 1, now() from generate_series(1, $3)`,
      [accountId, loginId, uploadQuota.files - 3],
    );

    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(token, paper, 'a.pdf')));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(3);
    expect(answers.filter(({ refused }) => refused === 'UPLOAD_QUOTA')).toHaveLength(7);
    // Refused before it is examined.
    expect((await upload(token, Buffer.from('no image at all'))).refused).toBe('UPLOAD_QUOTA');
  });

  it('holds no transaction open while its image waits for cleaning or is cleaned', async () => {
    const { token } = await given.login();
    const release: (() => void)[] = [];
    const held = [1, 2].map(() => inTurn(() => new Promise<void>((resolve) => release.push(resolve))));
    const sent = upload(token, await photograph());
    await setTimeout(500);

    const { rows } = await service.database.pool.query(
      `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    for (const one of release) one();

    expect(rows).toEqual([]);
    expect((await sent).refused).toBeNull();
    await Promise.all(held);
  });
});

describe('a user with a full quota', () => {
  it('sees their uploads with size, and can upload again after deleting an unused one', async () => {
    const holder = await given.login();
    const { token, accountId, loginId } = holder;
    const { data: used } = await upload(token, paper, 'used.pdf', 'application/pdf');
    await service.database.pool.query('update upload set used_at = now() where id = $1', [used.fileId]);
    const { data: mine } = await upload(token, paper, 'mine.pdf', 'application/pdf');
    await service.database.pool.query(
      `insert into upload (id, account_id, person_id, purpose, name, media_type, size_bytes, created_at, used_at)
       select uuidv7(), $1, $2, 'attachment', 'x', 'application/pdf', 1, now(), now() from generate_series(1, $3)`,
      [accountId, loginId, uploadQuota.files - 2],
    );
    const remove = (id: string, as = token) => ask(uploadCalls.removeUpload, { id }, { as });

    const { list, taken } = (await ask(uploadCalls.ownUploads, {}, { as: token })).data;
    const full = await upload(token, paper, 'b.pdf', 'application/pdf');
    const inUse = await remove(used.fileId);
    const foreign = await remove(mine.fileId, (await given.member(holder)).token);
    const removed = await remove(mine.fileId);

    expect(taken.files).toBe(uploadQuota.files);
    expect(list[0]).toMatchObject({ fileId: mine.fileId, name: 'mine.pdf', sizeBytes: paper.length, isUsed: false });
    expect([full, inUse, foreign, removed].map(({ refused }) => refused)).toEqual([
      'UPLOAD_QUOTA',
      'UPLOAD_IN_USE',
      'NOT_FOUND',
      null,
    ]);
    expect((await upload(token, paper, 'b.pdf', 'application/pdf')).refused).toBeNull();
  });
});

describe('an unused upload', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

  it('is removed after a day; a used one is not', async () => {
    const { token } = await given.login();
    const { data: unused } = await upload(token, paper, 'a.pdf');
    const { data: used } = await upload(token, paper, 'b.pdf');
    await service.database.pool.query('update upload set used_at = now() where id = $1', [used.fileId]);

    await sweepUploads(service, hours(23));
    expect((await read(unused.fileId, token)).status).toBe(200);
    await sweepUploads(service, hours(25));

    expect((await read(unused.fileId, token)).status).toBe(404);
    expect(await service.store.list(`uploads/${unused.fileId}/`)).toEqual([]);
    expect((await read(used.fileId, token)).status).toBe(200);
  });

  it('leaves no file behind if its row was never committed', async () => {
    const { rows } = await service.database.pool.query<{ id: string }>('select uuidv7() as id');
    const key = `uploads/${rows[0]?.id}/sealed`;
    await service.store.put(key, paper);

    await sweepUploads(service, hours(23));
    expect(await service.store.list(key.replace('sealed', ''))).toHaveLength(1);
    await sweepUploads(service, hours(25));

    expect(await service.store.list(key.replace('sealed', ''))).toEqual([]);
  });
});
