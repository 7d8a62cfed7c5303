export * from '../../../../src/core/request/authorised-action.js';
