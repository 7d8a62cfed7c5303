/** What is used of the MCP SDK, behind one `import()`: it is evaluated when a bridge is first opened. */
export { Client, ProtocolError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
