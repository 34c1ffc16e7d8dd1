import type { message } from 'antd';

type MessageInstance = ReturnType<typeof message.useMessage>[0];

/** Specification §9: 65 px from the top; a notice closes after 1.5 s. */
export const toastTopPx = 65;
const noticeSeconds = 1.5;
/** A refusal has to be read, and is longer. */
const refusalSeconds = 4.5;

let shown: MessageInstance | undefined;

/** @param instance of the page that is on screen, so that theme and language are its */
export function showToastsWith(instance: MessageInstance): void {
  shown = instance;
}

export const toast = {
  success: (content: string): void => void shown?.success({ content, duration: noticeSeconds }),
  error: (content: string): void => void shown?.error({ content, duration: refusalSeconds, key: content }),
};
