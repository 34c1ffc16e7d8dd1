import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { addressDetailLength, recipientLength } from '../shared/limits.ts';
import { nameOf } from '../shared/names.ts';
import { ContactPhone } from './contact-phone.ts';

/** Six digits of the divisions at county level and above (GB/T 2260). */
export const RegionId = z.string().regex(/^[1-9]\d{5}$/, 'region');

/** Levels of divisions in an address, largest first. */
export const regionLevels = ['province', 'city', 'district'] as const;
/** A division at county level or above (GB/T 2260). */
export const Region = z.strictObject({
  id: RegionId,
  name: z.string(),
  level: z.enum(regionLevels),
  /** Whether it contains other divisions. */
  isParted: z.boolean(),
});
export type Region = z.infer<typeof Region>;

/** Names of the region and its parents, largest first. */
export const FoundRegion = z.strictObject({ ...Region.shape, path: z.array(Region) });
export type FoundRegion = z.infer<typeof FoundRegion>;

const AddressFields = {
  recipient: nameOf({ max: recipientLength }),
  phone: ContactPhone,
  province: RegionId,
  /** Absent if the province has no cities. */
  city: RegionId.nullish().transform((id) => id ?? null),
  /** Absent if the city has no districts. */
  district: RegionId.nullish().transform((id) => id ?? null),
  /** Street, number, building, room. */
  detail: z.string().trim().min(addressDetailLength.min).max(addressDetailLength.max),
  isDefault: z.stringbool().or(z.boolean()).default(false),
};

/** An entry of the account's address book. */
export const Address = z.strictObject({
  id: z.string(),
  recipient: z.string(),
  phone: z.string(),
  province: RegionId,
  city: RegionId.nullable(),
  district: RegionId.nullable(),
  /** The region as written in a postal address: `广东省深圳市南山区`. */
  region: z.string(),
  detail: z.string(),
  isDefault: z.boolean(),
});
export type Address = z.infer<typeof Address>;

/** Maximum per account. */
export const mostAddresses = 50;

const one = z.strictObject({ id: z.uuid() });
const asking = [{ per: 'address', times: 1_200, seconds: 3_600 }] as const;

/** Records of the calls about addresses. */
export const addressCalls = {
  addresses: call({
    method: 'GET',
    path: '/creditor/address',
    who: 'user',
    summary: "Lists the account's addresses, the default first.",
    input: nothing,
    reply: z.strictObject({ list: z.array(Address) }),
  }),
  addAddress: call({
    method: 'POST',
    path: '/creditor/address',
    who: 'user',
    needs: 'addresses',
    summary: 'Adds an address; the first becomes the default.',
    input: z.strictObject(AddressFields),
    reply: Address,
    refusals: ['REGION_MISMATCH', 'ADDRESSES_FULL'],
    audit: 'address.added',
  }),
  address: call({
    method: 'GET',
    path: '/creditor/address/{id}',
    who: 'user',
    summary: 'Returns one address.',
    input: one,
    reply: Address,
  }),
  editAddress: call({
    method: 'PUT',
    path: '/creditor/address/{id}',
    who: 'user',
    needs: 'addresses',
    summary: 'Changes an address. The default stays the default until another is chosen.',
    input: z.strictObject({ ...one.shape, ...AddressFields }),
    reply: Address,
    refusals: ['REGION_MISMATCH'],
    audit: 'address.edited',
  }),
  deleteAddress: call({
    method: 'DELETE',
    path: '/creditor/address/{id}',
    who: 'user',
    needs: 'addresses',
    summary: 'Deletes an address. If it was the default, the newest other becomes the default.',
    input: one,
    reply: nil,
    audit: 'address.deleted',
  }),
  provinces: call({
    method: 'GET',
    path: '/creditor/province',
    who: 'public',
    summary: 'Lists provinces and regions of that level.',
    input: nothing,
    reply: z.strictObject({ list: z.array(Region) }),
    limits: asking,
  }),
  regionsUnder: call({
    method: 'GET',
    path: '/creditor/region/{id}',
    who: 'public',
    summary: 'Lists the regions directly under a region.',
    input: z.strictObject({ id: RegionId }),
    reply: z.strictObject({ list: z.array(Region) }),
    limits: asking,
  }),
  regionsNamed: call({
    method: 'GET',
    path: '/creditor/region/name/{name}',
    who: 'public',
    summary: 'Searches regions by name, best match first.',
    input: z.strictObject({ name: z.string().trim().min(1).max(30) }),
    reply: z.strictObject({ list: z.array(FoundRegion) }),
    limits: asking,
  }),
};
