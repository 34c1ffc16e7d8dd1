/** WeCom's browser, which also names itself WeChat's. */
export const isWecom = (userAgent: string): boolean => /wxwork/i.test(userAgent);

/** WeChat's browser. It blocks the pages of DingTalk and Alipay. */
export const isWechat = (userAgent: string): boolean => /MicroMessenger/i.test(userAgent) && !isWecom(userAgent);
