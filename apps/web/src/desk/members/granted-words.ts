import {
  type Language,
  type Permission,
  permissionShortWords,
  permissions,
  type Scope,
  scopeWords,
} from '@proofkeep/contract';
import { wordIn } from '../../ui/words/words.ts';

/** Permissions and scope of a member in one line; empty without permissions. */
export function grantedWords(o: { permissions: readonly Permission[]; scope: Scope }, language: Language): string {
  const comma = language === 'zh' ? '、' : ', ';
  const granted = permissions.filter((one) => o.permissions.includes(one));
  const what = granted.map((one) => wordIn(permissionShortWords[one], language)).join(comma);
  return granted.includes('evidence') ? `${what} · ${wordIn(scopeWords[o.scope], language)}` : what;
}
