import { get } from 'node:http';
import { isJsonObject } from '../../../../core/json.js';
import { parsed } from '../../../../mcp/protocol/wire-message.js';
import { agentSocketPath, problemPath } from '../../../desktop/agents/agent-socket.js';

const longestMs = 1_000;

export function portProblemOf(
  folder: string,
): Promise<{ readonly message: string; readonly advice: string } | null> {
  return new Promise((resolve) => {
    const none = (): void => resolve(null);
    const signal = AbortSignal.timeout(longestMs);
    const place = { socketPath: agentSocketPath(folder), path: problemPath, agent: false, signal };
    get(place, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('error', none);
      response.once('end', () => {
        const said = parsed(text);
        const { message, advice } = isJsonObject(said) ? said : {};
        const isProblem = typeof message === 'string' && typeof advice === 'string';
        resolve(isProblem ? { message, advice } : null);
      });
    }).once('error', none);
  });
}
