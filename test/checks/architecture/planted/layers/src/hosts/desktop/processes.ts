import { spawn } from 'node:child_process';
import { bridge } from '../../mcp/client/bridge.js';
export const processes = [spawn, bridge];
