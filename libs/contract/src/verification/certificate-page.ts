/** Path of the proof page of an attestation. */
export const proofPagePath = (ano: string): string => `/v/${encodeURIComponent(ano)}`;

/** Target of a certificate's QR code: the proof page, with the digest that is printed next to the code. */
export const certificatePath = (ano: string, manifestSha256: string): string =>
  `${proofPagePath(ano)}?sha256=${manifestSha256}`;
