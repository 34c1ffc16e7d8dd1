import {
  type Language,
  type Permission,
  permissionShortWords,
  permissions,
  type Scope,
  scopeWords,
} from '@proofkeep/contract';
import { wordIn } from '../../ui/words/words.ts';

/** What a member may do, and with which evidence, in one line; empty if nothing. */
export function grantedWords(o: { permissions: readonly Permission[]; scope: Scope }, language: Language): string {
  const comma = language === 'zh' ? '、' : ', ';
  const granted = permissions.filter((one) => o.permissions.includes(one));
  const what = granted.map((one) => wordIn(permissionShortWords[one], language)).join(comma);
  return granted.includes('evidence') ? `${what} · ${wordIn(scopeWords[o.scope], language)}` : what;
}
