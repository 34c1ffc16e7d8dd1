export { type OutsideTsa, type OutsideTsaBehaviour, startOutsideTsa } from './outside-tsa.ts';
