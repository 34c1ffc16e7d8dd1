/** Chinese and English, in this order. */
export type Word = readonly [zh: string, en: string];

/** Words for error codes of input rules (`params.says` of a refinement). */
export const inputWords: Readonly<Record<string, Word>> & { orderNo: Word } = {
  orderNo: ['订单编号有误，请核对每一位数字', "This order number isn't valid. Check every digit."],
  characters: ['含有无法保存的字符', 'It contains characters that cannot be stored'],
  'unknown-field': ['含有未知字段', 'Unknown field'],
  'each once': ['不能重复', 'Duplicate'],
};
