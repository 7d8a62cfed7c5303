import { secretsOf, withoutSecrets } from './bridge-secrets.js';
import type { BridgeConfig } from './device-config.js';

/** What a bridge reaches, in one line for a person, without secrets in its arguments or address. */
export function describeTarget(bridge: BridgeConfig): string {
  switch (bridge.transport) {
    case 'stdio':
      return withoutSecrets([bridge.command, ...bridge.args].join(' '), secretsOf(bridge));
    case 'http':
      return withoutSecrets(bridge.url, secretsOf(bridge));
    case 'practice':
      return 'practice, writes notes into this vault only';
  }
}

/** A bridge as it may be printed: of variables and headers the names, arguments and address without secrets. */
export function printedBridge(bridge: BridgeConfig): object {
  const plain = (text: string): string => withoutSecrets(text, secretsOf(bridge));
  switch (bridge.transport) {
    case 'stdio': {
      const { command, args, env } = bridge;
      return {
        ...bridge,
        command: plain(command),
        args: args.map(plain),
        env: Object.keys(env),
      };
    }
    case 'http':
      return { ...bridge, url: plain(bridge.url), headers: Object.keys(bridge.headers) };
    case 'practice':
      return bridge;
  }
}
