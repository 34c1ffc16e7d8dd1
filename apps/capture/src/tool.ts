import packageJson from '../package.json' with { type: 'json' };

/** How the capture node names itself in the evidence. */
export const tool = { name: 'Proofkeep', version: packageJson.version };
