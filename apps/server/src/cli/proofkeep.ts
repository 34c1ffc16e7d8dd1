import { ZodError, z } from 'zod';
import { help, UsageError } from './usage.ts';

type Run = (argv: string[]) => Promise<number>;

/** Loaded on demand: `verify` should not have to load the modules that capture and seal. */
const commands: Record<string, () => Promise<Run>> = {
  preserve: async () => (await import('./preserve.ts')).runPreserve,
  verify: async () => {
    const { runVerify } = await import('@proofkeep/verify/node');
    return (argv) => runVerify(argv, process);
  },
  list: async () => (await import('./list.ts')).runList,
  log: async () => (await import('./log.ts')).runLog,
  ledger: async () => (await import('./ledger.ts')).runLedger,
  export: async () => (await import('./export.ts')).runExport,
  staff: async () => (await import('./staff.ts')).runStaff,
  store: async () => (await import('./store.ts')).runStore,
  device: async () => (await import('./device.ts')).runDevice,
};

async function main([name, ...argv]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(help);
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UsageError(`unknown command "${name}"`);
  const run = await load();
  return run(argv);
}

/** The command line's only catch: prints usage errors with the help, other errors with their message. */
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
