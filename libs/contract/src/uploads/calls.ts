import { z } from 'zod';
import { bytes, call, nil, nothing } from '../call.ts';

const images = ['image/jpeg', 'image/png', 'image/webp'] as const;
const papers = [...images, 'application/pdf'] as const;
const mebibyte = 2 ** 20;

/** Upload purposes: accepted types, detected from content and not from names, and maximum size. */
export const uploadPurposes = {
  /** Attachment of any form. */
  attachment: { types: papers, maxBytes: 20 * mebibyte },
  /** An image sent as text. */
  picture: { types: images, maxBytes: 6 * mebibyte },
  'identity-front': { types: images, maxBytes: 10 * mebibyte },
  'identity-back': { types: images, maxBytes: 10 * mebibyte },
  licence: { types: papers, maxBytes: 10 * mebibyte },
  authorisation: { types: papers, maxBytes: 10 * mebibyte },
} as const satisfies Record<string, { types: readonly string[]; maxBytes: number }>;

/** Purpose of an upload. */
export type UploadPurpose = keyof typeof uploadPurposes;
/** Schema of the purpose of an upload. */
export const UploadPurpose = z.enum(Object.keys(uploadPurposes) as [UploadPurpose, ...UploadPurpose[]]);

/**
 * Images with more pixels are refused before they are decoded; images with a longer side than `sidePx` are scaled down.
 */
export const imageLimits = { pixels: 50_000_000, sidePx: 4_096 } as const;
/** Quota of one account. */
export const uploadQuota = { files: 500, bytes: 500 * mebibyte } as const;
/** Unused uploads are deleted after this time. */
export const unusedUploadHours = 24;

/** A stored file. Images are re-encoded without metadata. */
export const Upload = z.strictObject({
  fileId: z.string(),
  purpose: UploadPurpose,
  /** The file's name as sent. */
  name: z.string(),
  mediaType: z.string(),
  sizeBytes: z.int(),
  /** Null if it isn't an image. */
  widthPx: z.int().nullable(),
  heightPx: z.int().nullable(),
});
export type Upload = z.infer<typeof Upload>;

/** An upload in the list where a user deletes uploads. */
export const OwnUpload = Upload.extend({
  uploadedAt: z.iso.datetime(),
  /** Used by a form: it can't be deleted here. */
  isUsed: z.boolean(),
});
export type OwnUpload = z.infer<typeof OwnUpload>;

/** Reasons for refusing an upload, besides its size. */
export const uploadRefusals = ['UPLOAD_TYPE', 'UPLOAD_BROKEN', 'UPLOAD_PIXELS', 'UPLOAD_QUOTA'] as const;
/** Limit of calls that upload a file. */
export const uploadLimits = [{ per: 'login', times: 120, seconds: 3_600 }] as const;

/** Base64, bare or in a data URL. Some forms don't encode its `+` as `%2B`, so it arrives as a space. */
const ImageText = z
  .string()
  .min(1)
  .transform((text) => text.replace(/^data:[^,]{0,100},/, '').replaceAll(' ', '+'))
  .pipe(z.base64());

/** Records of the calls about uploaded files. */
export const uploadCalls = {
  uploadFile: call({
    method: 'POST',
    path: '/creditor/file/upload/front',
    who: 'user',
    summary: 'Uploads an attachment for any form.',
    input: nothing,
    consumes: 'multipart/form-data',
    maxBytes: uploadPurposes.attachment.maxBytes,
    reply: Upload,
    refusals: uploadRefusals,
    limits: uploadLimits,
    audit: 'upload.received',
  }),
  uploadImage: call({
    method: 'POST',
    path: '/creditor/upload/img',
    who: 'user',
    summary: 'Uploads an image as base64 or data URL.',
    input: z.strictObject({ img: ImageText }),
    // Base64 turns three bytes into four, and form encoding turns `+` and `/` into three bytes each.
    maxBytes: 2 * uploadPurposes.picture.maxBytes,
    reply: Upload,
    refusals: uploadRefusals,
    limits: uploadLimits,
    audit: 'upload.received',
  }),
  upload: call({
    method: 'GET',
    path: '/creditor/uploads/{id}',
    who: 'user',
    summary: 'Downloads a file the user uploaded.',
    input: z.strictObject({ id: z.uuid() }),
    produces: 'application/octet-stream',
    reply: bytes,
  }),
  ownUploads: call({
    method: 'GET',
    path: '/creditor/uploads',
    who: 'user',
    summary: "Lists the files the user uploaded, unused ones first, and how much of the account's quota is taken.",
    input: nothing,
    reply: z.strictObject({
      list: z.array(OwnUpload),
      /** Quota of the whole account. */
      taken: z.strictObject({ files: z.int(), bytes: z.number() }),
      quota: z.strictObject({ files: z.int(), bytes: z.number() }),
    }),
  }),
  removeUpload: call({
    method: 'DELETE',
    path: '/creditor/uploads/{id}',
    who: 'user',
    summary: 'Deletes a file the user uploaded that no form uses.',
    input: z.strictObject({ id: z.uuid() }),
    reply: nil,
    refusals: ['UPLOAD_IN_USE'],
    limits: uploadLimits,
    audit: 'upload.removed',
  }),
};
