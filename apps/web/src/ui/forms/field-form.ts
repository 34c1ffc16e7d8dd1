import type { FormInstance } from 'antd';

/** Form methods that shared code needs; antd's forms have them too. */
export interface PlainFields {
  /** Undefined if the form shows no field of this name. */
  getFieldInstance(name: string): unknown;
  getFieldValue(name: string): unknown;
  setFields(fields: { name: string; errors: string[] }[]): void;
  scrollToField(name: string, o: { focus: true }): void;
  /** Shows errors next to the fields; rejects if there are any. */
  validateFields(names: string[]): Promise<unknown>;
}

/** A form of antd or of `ui/plain`. */
export type FieldForm = FormInstance | PlainFields;
