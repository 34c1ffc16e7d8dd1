import { Refusal } from '../../kit/refusal.ts';

/** An identity that a third party asserts. */
export interface ThirdIdentity {
  /** Permanent identifier of the user at the provider, to which a login is linked. */
  subject: string;
  /** Shown to the login's owner; decides nothing. Null if the provider gives none. */
  label: string | null;
}

/** State kept encrypted between `begin` and `finish`. */
export type Secrets = Record<string, string>;

/** How an outside identity provider is asked who a user is: one adapter per protocol. */
export interface ThirdParty {
  /** Key in URLs and database rows; must not change. */
  readonly provider: string;
  /** Display name. */
  readonly name: { zh: string; en: string };
  /** Whether its sign-in page works in this browser: some work only inside the provider's app, or only outside of it. */
  isUsableIn(userAgent: string): boolean;
  /**
   * Returns the URL of the provider's sign-in page.
   * @param o.state 64 hexadecimal digits: WeChat takes letters and digits only, up to 128
   * @throws Refusal PROVIDER_FAILED
   */
  begin(o: { state: string; redirectUri: string; userAgent: string }): Promise<{ address: string; secrets: Secrets }>;
  /**
   * Exchanges the code that the browser returned with.
   * @throws Refusal THIRD_REFUSED if the provider declines the code, PROVIDER_FAILED if it doesn't answer as documented;
   * `isKept`, so that the audit trail gets them
   */
  finish(o: {
    code: string;
    state: string;
    iss: string | undefined;
    secrets: Secrets;
    redirectUri: string;
  }): Promise<ThirdIdentity>;
}

/** Time for a provider's answers within one `finish`, together. */
export const answersWithinMs = 10_000;

/** The provider declined: the code is wrong, used, expired or of another request. */
export const declined = (): Refusal => new Refusal('THIRD_REFUSED', { isKept: true });

/** The provider can't be reached, or its answer isn't what its documentation says. */
export const failed = (cause: unknown): Refusal => new Refusal('PROVIDER_FAILED', { isKept: true, cause });

const longestLabel = 100;

/** The first name that isn't empty, shortened for display. */
export function labelOf(...names: unknown[]): string | null {
  const found = names.find((name) => typeof name === 'string' && name.trim() !== '');
  return typeof found === 'string' ? found.trim().slice(0, longestLabel) : null;
}
