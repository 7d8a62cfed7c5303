export { bridge as leak } from '../mcp/client/bridge.js';
