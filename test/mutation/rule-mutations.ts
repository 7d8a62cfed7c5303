export const ruleMutations: readonly import('./mutation.js').Mutation[] = [];
