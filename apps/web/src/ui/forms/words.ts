import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

// Shared by the fields of antd's forms and of plain forms.
export const useRuleWords = words('account-rules', text);
export const useAmountWords = words('amount-field', text);
export const useCodeWords = words('code-field', text);
export const useCodeOrRecoveryWords = words('code-or-recovery', text);
export const useNewPasswordWords = words('new-password-field', text);
export const useOwnUploadsWords = words('own-uploads', text);
export const usePhoneWords = words('phone-field', text);
