import type { DeviceName } from './device.js';

/** Something that happened in a world and that scenarios are recognised by. */
export interface Happening {
  readonly what: string;
  readonly device: DeviceName | '';
  readonly step: number;
  readonly id: string;
  readonly path: string;
  readonly detail: string;
}

/** What is told of a happening besides what and where. */
export type Details = Partial<Pick<Happening, 'id' | 'path' | 'detail'>>;
