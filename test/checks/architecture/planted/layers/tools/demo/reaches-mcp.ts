export { bridge } from '../../src/mcp/client/bridge.js';
