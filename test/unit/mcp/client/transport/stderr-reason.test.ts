import { expect, test } from 'vitest';
import { reasonInStderr } from '../../../../../src/mcp/client/transport/stderr-reason.js';

test.each([
  [
    'Node',
    "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find module '/opt/x.js'\n    at Function._load (node:internal:1:2)\n  code: 'MODULE_NOT_FOUND'\n}\n\nNode.js v20.20.2\n",
    "Error: Cannot find module '/opt/x.js'",
  ],
  [
    'Python',
    'Traceback (most recent call last):\n  File "x.py", line 1, in <module>\nModuleNotFoundError: No module named \'mcp\'\n',
    "ModuleNotFoundError: No module named 'mcp'",
  ],
  [
    'npm',
    'npm error code E404\nnpm error 404 Not Found - GET https://packages.example.com/no-such\nnpm error A complete log of this run can be found in: /x.log\n',
    'npm error 404 Not Found - GET https://packages.example.com/no-such',
  ],
  ['a sentence', 'Starting…\nSMTP_HOST is required\nbye\n', 'SMTP_HOST is required'],
  ['other words', 'Starting…\nUsage: server FOLDER\n', 'Usage: server FOLDER'],
  ['nothing', '\n', ''],
])('%s', (_who, stderr, words) => {
  expect(reasonInStderr(stderr)).toBe(words);
});
