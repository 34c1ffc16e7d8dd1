import type { Config } from '../../config.ts';
import type { Court } from './court.ts';
import { developmentCourt } from './development.ts';
import { openHttpCourt } from './http-court.ts';

/** Opens the configured court, whose settings the configuration has checked; null: users submit by hand. */
export async function openCourt(
  config: Pick<Config, 'COURT_PROVIDER' | 'COURT_NAME' | 'COURT_URL' | 'COURT_KEY_FILE'>,
): Promise<Court | null> {
  if (config.COURT_PROVIDER === 'http') return openHttpCourt(config);
  return config.COURT_PROVIDER === 'development' ? developmentCourt : null;
}
