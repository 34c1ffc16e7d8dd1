import { runVerify } from '@proofkeep/verify/node';
import { ZodError, z } from 'zod';
import { runExport } from './export.ts';
import { runLedger } from './ledger.ts';
import { runList } from './list.ts';
import { runLog } from './log.ts';
import { runPreserve } from './preserve.ts';
import { runStore } from './store.ts';
import { help, UsageError } from './usage.ts';

const commands: Record<string, (argv: string[]) => Promise<number>> = {
  preserve: runPreserve,
  verify: (argv) => runVerify(argv, process),
  list: runList,
  log: runLog,
  ledger: runLedger,
  export: runExport,
  store: runStore,
};

async function main([name, ...argv]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(help);
    return name === undefined ? 2 : 0;
  }
  const command = commands[name];
  if (!command) throw new UsageError(`unknown command "${name}"`);
  return command(argv);
}

/** The one place where the command line catches: what a person did wrong is said with the help, anything else with its reason. */
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError || isArgumentError(error))
    process.stderr.write(`proofkeep: ${error.message}\n\n${help}`);
  else if (error instanceof ZodError) process.stderr.write(`proofkeep: ${z.prettifyError(error)}\n`);
  else process.stderr.write(`proofkeep: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
