import type { Word } from '../shared/words.ts';

/** Services that are charged for, each with its own unit. */
export const services = [
  'page',
  'ecommerce',
  'file',
  'hash',
  'session-minute',
  'device-minute',
  'monitor-check',
  'storage-gb-month',
  'notarization',
] as const;
type Service = (typeof services)[number];

/** Services that can be ordered now. A package is for sale only while all its services can be. */
export const orderableServices: readonly Service[] = [
  'page',
  'ecommerce',
  'file',
  'hash',
  'session-minute',
  'device-minute',
  'notarization',
];

/** Name and unit of each service. */
export const serviceWords: Record<Service, { name: Word; unit: Word }> = {
  page: { name: ['网页存证', 'Page capture'], unit: ['页', 'page'] },
  ecommerce: { name: ['电商网页存证', 'E-commerce page'], unit: ['页', 'page'] },
  file: { name: ['文件存证', 'File'], unit: ['个', 'file'] },
  hash: { name: ['摘要存证', 'Digest'], unit: ['条', 'digest'] },
  'session-minute': { name: ['在线取证', 'Live session'], unit: ['分钟', 'minute'] },
  'device-minute': { name: ['执法取证设备录制', 'Device recording'], unit: ['分钟', 'minute'] },
  'monitor-check': { name: ['监测', 'Monitoring'], unit: ['次', 'check'] },
  'storage-gb-month': { name: ['超出免费空间的存储', 'Extra storage'], unit: ['GB·月', 'GB-month'] },
  notarization: { name: ['公证申请', 'Notarization'], unit: ['件', 'matter'] },
};
