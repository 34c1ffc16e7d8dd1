/**
 * Kill campaigns, random histories and repetitions run short in `npm test` and at full length in `npm run test:long`, which
 * sets `TEST_LENGTH=long`.
 */
export const isLongTest = process.env.TEST_LENGTH === 'long';

/** Returns how many of something a test does in the length it runs at. */
export const byTestLength = <T>({ short, long }: { short: T; long: T }): T => (isLongTest ? long : short);
