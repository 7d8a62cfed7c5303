import { authoriseAction as allow } from '../../../../../src/core/request/approval/authorised-action.js'; // ✗ action minted
import * as actions from '../../../../../src/core/request/approval/authorised-action.js';
import * as barrel from './barrel.js';

const call = { requestId: 'r', bridge: 'b', connection: 'c', tool: 't', arguments: {} };

export const aliased = allow(call); // ✗ action minted
export const throughNamespace = actions.authoriseAction(call); // ✗ action minted
export const throughDynamicImport = async () => {
  const { authoriseAction: mint } = await import('./barrel.js'); // ✗ action minted
  return mint(call);
};
export { authoriseAction as harmless } from '../../../../../src/core/request/approval/authorised-action.js'; // ✗ action minted
export { authoriseAction as relayed } from './barrel.js'; // ✗ action minted
export const throughBarrel = barrel.authoriseAction(call); // ✗ action minted
