import { watch } from 'chokidar';
export const watching = watch;
