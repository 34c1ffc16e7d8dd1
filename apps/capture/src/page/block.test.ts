import { message } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Appearance, recogniseBlock } from './block.ts';

const article = '正文'.repeat(2000);
const seen = (what: Partial<Appearance>): Appearance => ({
  status: 200,
  headers: {},
  requestedUrl: 'https://shop.example/item/1',
  finalUrl: 'https://shop.example/item/1',
  title: 'An offer',
  text: article,
  passwordFields: 0,
  pictures: 3,
  overlay: null,
  markers: [],
  ...what,
});

describe('block detection', () => {
  it('recognises an overlay by its covered area, after every other sign', () => {
    const overlay = { percent: 70, label: '领取优惠券' };

    expect(recogniseBlock(seen({ overlay }))).toEqual({
      kind: 'overlay',
      signs: [message('block.overlay-named', overlay)],
    });
    expect(recogniseBlock(seen({ overlay, status: 500 }))).toMatchObject({ kind: 'http-error' });
  });

  it('finds none on a page with content, even one with a sign-in form and a mention of captchas', () => {
    expect(recogniseBlock(seen({}))).toBeNull();
    expect(
      recogniseBlock(seen({ passwordFields: 1, text: `${article} 登录 请完成安全验证`, markers: ['reCAPTCHA'] })),
    ).toBeNull();
  });

  it.each<[string, Partial<Appearance>]>([
    ['a title', { title: 'Just a moment...', text: 'Enable JavaScript', status: 403 }],
    ['a header', { headers: { 'CF-Mitigated': 'challenge' }, status: 403 }],
    ['a widget', { text: '请稍候', markers: ['slider captcha'] }],
    ['Chinese words', { title: '验证', text: '亲，请拖动滑块完成验证' }],
  ])('recognises a challenge by %s', (_, what) => {
    expect(recogniseBlock(seen(what))).toMatchObject({ kind: 'challenge' });
  });

  it.each<[string, Partial<Appearance>]>([
    ['HTTP 401', { status: 401, text: '' }],
    ['a redirect', { finalUrl: 'https://passport.shop.example/login?to=item', text: '扫码' }],
    ['a password field and little else', { passwordFields: 1, text: '请登录' }],
  ])('recognises a login wall by %s', (_, what) => {
    expect(recogniseBlock(seen(what))).toMatchObject({ kind: 'login-wall' });
  });

  it('reports a server error with its status', () => {
    expect(recogniseBlock(seen({ status: 500 }))).toEqual({
      kind: 'http-error',
      signs: [message('block.status', { status: 500 })],
    });
  });

  it('calls a page empty only if it has neither text nor pictures', () => {
    expect(recogniseBlock(seen({ text: '', pictures: 0 }))).toMatchObject({ kind: 'empty' });
    expect(recogniseBlock(seen({ text: '', pictures: 1 }))).toBeNull();
  });
});
