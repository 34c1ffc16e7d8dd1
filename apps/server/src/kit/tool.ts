import packageJson from '../../package.json' with { type: 'json' };

/** The service's name and version in the evidence. */
export const tool = { name: 'Proofkeep', version: packageJson.version };
