import { secretsOf, shownArguments, withoutSecrets } from './bridge-secrets.js';
import type { Problem } from '../../errors.js';
import type { BridgeConfig } from '../device-config.js';

const changesWhatRuns =
  /^(?:(?:dy)?ld_|npm_config_|node_(?:options|path)$|python(?:path|startup|home)$|perl5|ruby(?:opt|lib)$|(?:bash_)?env$|path$)/iu;

/** Describes in one line what a bridge starts or connects to. NOT FOR THE VAULT OR A LOG. */
export function describeTarget(bridge: BridgeConfig): string {
  switch (bridge.transport) {
    case 'stdio': {
      const variables = Object.entries(bridge.env)
        .filter(([name]) => changesWhatRuns.test(name))
        .map(([name, value]) => `, with ${shownArguments([`${name}=${value}`]).join('')}`);
      return [bridge.command, ...shownArguments(bridge.args)].join(' ') + variables.join('');
    }
    case 'http': {
      const [host = bridge.url] = /^https?:\/\/[^/?#\\\s]+(?=[/?#]|$)/iu.exec(bridge.url) ?? [];
      const rest = bridge.url.slice(host.length);
      return host + withoutSecrets(rest, secretsOf({ ...bridge, headers: {} }));
    }
    case 'practice':
      return 'writes notes into this vault only';
  }
}

export function printedBridge(bridge: BridgeConfig): object {
  switch (bridge.transport) {
    case 'stdio':
      return { ...bridge, args: shownArguments(bridge.args), env: Object.keys(bridge.env) };
    case 'http':
      return { ...bridge, url: describeTarget(bridge), headers: Object.keys(bridge.headers) };
    case 'practice':
      return bridge;
  }
}

export function unknownBridge(alias: string, bridges: readonly BridgeConfig[]): Problem {
  const real = bridges.filter(({ transport }) => transport !== 'practice');
  const others = real.map(({ alias: other }) => `\`bridge: ${other}\``);
  const instead = others.length > 3 ? 'the name of another server' : others.join(' or ');
  return {
    code: 'bridge_unknown',
    message: `No server named "${alias}" on this computer.`,
    advice: `Import "${alias}" in the settings${instead === '' ? '' : `, or write ${instead} in the note’s action block`}.`,
  };
}
