import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeToast, shownToasts, toast } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});
const texts = () => shownToasts().map(({ text }) => text);

describe('a toast', () => {
  it('closes after 1.5 s', () => {
    toast.success('保存成功');

    vi.advanceTimersByTime(1_499);
    expect(texts()).toEqual(['保存成功']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('stays longer if it reports a refusal', () => {
    toast.error('余额不足');

    vi.advanceTimersByTime(4_000);
    expect(texts()).toEqual(['余额不足']);
  });

  it('stays until it is closed if it is a notice', () => {
    toast.notify('文件存储暂时无法使用');

    vi.advanceTimersByTime(3_600_000);
    expect(shownToasts()).toMatchObject([{ kind: 'notice' }]);
    closeToast(shownToasts()[0]?.id ?? 0);
    expect(texts()).toEqual([]);
  });

  it('restarts its timer instead of showing twice', () => {
    toast.success('已复制');
    vi.advanceTimersByTime(1_000);
    toast.success('已复制');

    expect(texts()).toEqual(['已复制']);
    vi.advanceTimersByTime(1_000);
    expect(texts()).toEqual(['已复制']);
  });

  it('is removed when three newer ones show', () => {
    for (const text of ['一', '二', '三', '四']) toast.success(text);

    expect(texts()).toEqual(['二', '三', '四']);
  });
});
