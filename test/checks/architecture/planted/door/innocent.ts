import type { Bridges } from '../../../../../src/ports/bridges.js';

interface Wiring {
  readonly bridges: Bridges;
  readonly name: string;
}

/** What code outside the gate may well do with bridges: hold them, hand them on, ask them. */
export class Holder {
  readonly #bridges: Bridges;
  readonly asked = new Map<string, Bridges>();

  constructor(wiring: Wiring) {
    const { bridges, name } = wiring;
    this.#bridges = bridges;
    this.asked.set(name, bridges);
  }

  async inspect(alias: string): Promise<unknown> {
    const { inspect, aliases } = this.#bridges;
    void aliases;
    await Promise.all([this.#bridges.close()]);
    return [inspect, this.#bridges['argumentProblems'], await this.#bridges.inspect(alias)];
  }
}

export const wire = (bridges: Bridges): Readonly<Wiring> => Object.freeze({ bridges, name: 'all' });
export const asks = (bridges: Pick<Bridges, 'inspect'>) => bridges.inspect('mail');
export const narrowed = (bridges: Bridges) => asks(bridges);
export const maybe = (bridges: Bridges | null) => (bridges === null ? [] : bridges.aliases());
export const nothing = (value: unknown) => value === undefined;
export const ordinaryCall = (f: (text: string) => string) => f.call(null, 'text');
