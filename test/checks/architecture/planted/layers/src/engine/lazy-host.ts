export const lazily = () => import('../hosts/node/host.js');
