/** An outside service that verifies a person's identity by their face or document. */
export interface IdentityProvider {
  readonly name: 'alipay';
  /**
   * Opens a certification.
   * @param o.orderNo our id, 32 letters and digits, never used before
   * @param o.returnUrl where the browser is sent back to
   * @returns the provider's id
   * @throws ProviderError if the provider is unreachable, refuses, or its answer isn't signed
   */
  begin(o: { orderNo: string; name: string; idNumber: string; returnUrl: string }): Promise<string>;
  /** URL where the person continues. */
  goTo(certifyId: string): string;
  /** False also if the person hasn't finished. @throws ProviderError as `begin` */
  isPassed(certifyId: string): Promise<boolean>;
  /** Whether the returned parameters are signed by the provider; null if they have no signature. */
  isSigned(returned: Readonly<Record<string, string>>): boolean | null;
}

export class ProviderError extends Error {
  override name = 'ProviderError';
}
