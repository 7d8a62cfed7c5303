import { createServer } from 'node:net';
import process from 'node:process';

// Listens on a socket, says so, and stays until it is killed.
createServer().listen(process.argv[2], () => console.log('listening'));
