import { newPublicNumber } from '../../kit/public-number.ts';

export const newMatterNo = (): string => newPublicNumber('GZ');
