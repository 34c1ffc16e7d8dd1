import packageJson from '../package.json' with { type: 'json' };

/** The capture node's name and version in the evidence. */
export const tool = { name: 'Proofkeep', version: packageJson.version };
