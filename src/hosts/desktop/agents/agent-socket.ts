import { chmod, lstat, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { sha256Hex } from '../../../core/digest.js';
import { fail, type Problem } from '../../../core/errors.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';
import { listening } from './listening.js';

/** Returns the path of the agents' socket. On Windows, it is a named pipe. */
export function agentSocketPath(
  deviceFolder: string,
  platform: NodeJS.Platform = process.platform,
): string {
  return platform === 'win32'
    ? `\\\\.\\pipe\\countersign-${sha256Hex(deviceFolder).slice(0, 32)}`
    : join(deviceFolder, 'agents.sock');
}

/** The URL path at which the socket says why agents can’t connect over HTTP. */
export const problemPath = '/problem';

/** The longest path of a socket that the system allows, in bytes. */
const longest = process.platform === 'darwin' ? 103 : 107;

export function tooLongForSocket(path: string): Problem | null {
  const isFile = process.platform !== 'win32';
  if (!isFile || new TextEncoder().encode(path).length <= longest) return null;
  return problem(
    `Its path is longer than the ${longest} bytes that this system allows: ${path}.`,
    'Set XDG_CONFIG_HOME to a folder with a shorter path.',
  );
}

export async function listenOnSocket(server: Server, path: string): Promise<Problem | null> {
  const isFile = process.platform !== 'win32';
  const tooLong = tooLongForSocket(path);
  if (tooLong) return tooLong;
  let isOwn = !isFile;
  // Until the socket's mode is set, other accounts could connect.
  server.on('connection', (socket) => {
    if (!isOwn) socket.destroy();
  });
  try {
    const taken = await listening(server, { path });
    if (taken !== null) {
      const other = isFile ? await whyNotStale(path, taken) : whyTaken(path, taken);
      if (other !== null) return other;
      await unlink(path);
      const still = await listening(server, { path });
      if (still !== null) return whyTaken(path, still);
    }
    if (isFile) await chmod(path, 0o600);
    isOwn = true;
    return null;
  } catch (error) {
    server.close();
    return whyTaken(path, error);
  }
}

async function whyNotStale(path: string, taken: unknown): Promise<Problem | null> {
  if (systemErrorCode(taken) !== 'EADDRINUSE') return whyTaken(path, taken);
  if (!(await lstat(path)).isSocket()) {
    return problem(
      `Something else is in its place: ${path}.`,
      'Find out what it is, and move it away.',
    );
  }
  return (await isAnswered(path)) ? whyTaken(path, taken) : null;
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(systemErrorCode(error) !== 'ECONNREFUSED'));
  });
}

function whyTaken(path: string, error: unknown): Problem {
  return systemErrorCode(error) === 'EADDRINUSE'
    ? problem(`Another program listens on ${path}.`, 'End it.')
    : problem(`${describeSystemError(error)}: ${path}.`, 'Check the folder of the device state.');
}

function problem(why: string, advice: string): Problem {
  return fail(
    'agents_not_served',
    `\`countersign mcp\` can’t reach this vault, as its socket can’t be made. ${why}`,
    advice,
  ).error;
}
