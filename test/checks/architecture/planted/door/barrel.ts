export * from '../../../../../src/core/request/approval/authorised-action.js';
