/** Somebody outside who tells whether a person is who he says, by his face or his document. */
export interface IdentityProvider {
  readonly name: 'alipay';
  /**
   * Opens a certification.
   * @param o.orderNo ours, 32 letters and digits, never used before
   * @param o.returnUrl where the browser is sent back to
   * @returns the provider's number of it
   * @throws ProviderError where it is not reached, refuses, or its answer is not signed by it
   */
  begin(o: { orderNo: string; name: string; idNumber: string; returnUrl: string }): Promise<string>;
  /** Where the person goes on. */
  goTo(certifyId: string): string;
  /** False also of one that the person has not finished. @throws ProviderError as `begin` */
  isPassed(certifyId: string): Promise<boolean>;
  /** Whether what a browser came back with is signed by the provider; null where it bears no signature. */
  isSigned(returned: Readonly<Record<string, string>>): boolean | null;
}

export class ProviderError extends Error {
  override name = 'ProviderError';
}
