import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { isUserName, type Language, languageOf, Name, StaffRole, staffRoleWords } from '@proofkeep/contract';
import { printable } from '@proofkeep/verify/node';
import { openDatabase } from '../database/database.ts';
import {
  addMember,
  type IssuedPassword,
  listMembers,
  resetMember,
  type StaffCommand,
  setMemberAccess,
} from '../features/staff/service.ts';
import { Refusal } from '../kit/refusal.ts';
import { readConfig } from '../read-config.ts';
import { UsageError } from './usage.ts';
import { type Words, wordsIn } from './words.ts';

const usage =
  'staff list, staff add <username> --name <name> [--role operator|notary], or staff reset|disable|enable <username>';
const print = (text: string) => process.stdout.write(`${printable(text)}\n`);

interface Run extends StaffCommand {
  language: Language;
  words: Words;
  isJson: boolean;
}

/**
 * `proofkeep staff …`: manages the people of the console, also while the service runs. The first operator of a service
 * is added this way. Exit code 1 if the service's rules forbid the change.
 */
export async function runStaff(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      role: { type: 'string', default: 'operator' },
      lang: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const language = languageOf(values.lang, process.env);
  const act = actOf(positionals, { ...values, language });
  const database = await openDatabase(readConfig(process.env));
  try {
    await act({ database, now: new Date(), osUser: osUser(), language, words: wordsIn(language), isJson: values.json });
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`proofkeep: ${error.says(language)}\n`);
    return 1;
  } finally {
    await database.close();
  }
}

/** The name of the user who runs this process; in a container without one, their number. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

/** Checks all arguments before the database is opened. @throws UsageError */
function actOf(
  [action, ...rest]: string[],
  o: { name?: string | undefined; role: string; language: Language },
): (run: Run) => Promise<void> {
  if (action === 'list' && rest.length === 0) return list;
  const [typed = '', ...more] = rest;
  const userName = typed.toLowerCase();
  if (more.length > 0 || !isUserName(userName)) throw new UsageError(usage);
  if (action === 'reset') return async (run) => printPassword(run, userName, await resetMember(run, userName));
  if (action === 'disable' || action === 'enable') return (run) => setAccess(run, userName, action === 'disable');
  const name = Name.safeParse(o.name);
  const role = StaffRole.safeParse(o.role);
  if (action !== 'add' || !name.success || !role.success) throw new UsageError(usage);
  const member = { userName, name: name.data, role: role.data, language: o.language };
  return async (run) => printPassword(run, userName, await addMember(run, member));
}

function printPassword({ words, isJson }: Run, userName: string, issued: IssuedPassword | null): void {
  if (isJson) print(JSON.stringify({ userName, isNew: issued !== null, ...issued }));
  else if (!issued) print(`${words.say('staffThere')}: ${userName}`);
  else {
    print(`${words.say('staffUserName')}: ${userName}`);
    print(`${words.say('staffPassword')}: ${issued.oneTimePassword}`);
    print(`${words.say('staffUntil')}: ${issued.until.toISOString()}`);
    print(words.say('staffFirstSignIn'));
  }
}

async function setAccess(run: Run, userName: string, isDisabled: boolean): Promise<void> {
  const isChanged = await setMemberAccess(run, userName, isDisabled);
  if (run.isJson) print(JSON.stringify({ userName, isDisabled, isChanged }));
  else print(`${run.words.say(isDisabled ? 'staffDisabled' : 'staffEnabled')}: ${userName}`);
}

async function list({ database, language, words, isJson, now }: Run): Promise<void> {
  const members = await listMembers(database.pool);
  if (isJson) print(JSON.stringify(members));
  else if (members.length === 0) print(words.say('staffNone'));
  for (const { userName, name, role, disabledAt, hasSecondFactor, oneTimeUntil } of isJson ? [] : members) {
    const notes = [
      disabledAt && words.say('staffIsDisabled'),
      oneTimeUntil && words.say(new Date(oneTimeUntil) < now ? 'staffPasswordOver' : 'staffPasswordUnused'),
      !hasSecondFactor && words.say('staffNoFactor'),
    ].filter((note) => typeof note === 'string');
    const roleWord = staffRoleWords[role][language === 'zh' ? 0 : 1];
    print([userName, roleWord, name, ...notes].join('  '));
  }
}
