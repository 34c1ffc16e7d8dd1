/** Path of the proof page of an attestation. */
export const proofPagePath = (ano: string): string => `/v/${encodeURIComponent(ano)}`;

/** Where the QR code of a certificate leads: the proof page, with the digest that is printed beside it. */
export const certificatePath = (ano: string, manifestSha256: string): string =>
  `${proofPagePath(ano)}?sha256=${manifestSha256}`;
