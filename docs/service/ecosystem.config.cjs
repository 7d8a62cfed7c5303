// Runs `countersign run` as a service with PM2: `pm2 start ecosystem.config.cjs`. See docs/guide/reference.md.
const { homedir } = require('node:os');
const { join } = require('node:path');

// CHANGE these two paths: the built countersign.mjs, and the vault.
const runner = join(homedir(), 'countersign', 'dist', 'countersign.mjs');
const vault = join(homedir(), 'Vault');

module.exports = {
  apps: [
    {
      name: 'countersign',
      // Node itself, the one that runs PM2: without PM2's own module in the process.
      script: process.execPath,
      interpreter: 'none',
      // Add '--agents' or '--trust-moves' if you start the runner with them.
      args: [runner, 'run', '--vault', vault],
      // Never the vault: agents can write there.
      cwd: '/',

      // One process. A second one would end at once: the vault's lock is taken.
      exec_mode: 'fork',
      instances: 1,
      // The runner watches the vault itself. PM2's watch would restart it at each note.
      watch: false,

      // A vault that cannot be used (2, 3) is not tried again; the log says why. Its status stays "waiting restart".
      // 0 and 1 are not listed: a runner that was killed or crashed ends with these.
      stop_exit_codes: [2, 3],
      restart_delay: 10_000,
      // PM2 gives up after 30 crashes, each within a minute of its start.
      max_restarts: 30,
      min_uptime: 60_000,

      // PM2 sends SIGINT, which the runner takes for a good end. Only the runner gets it: by default, MCP servers
      // would get it too, and lose the call in flight.
      treekill: false,
      // A call may take as long as its server's time limit (60 s unless you changed it), then its outcome is written.
      // Make this longer than your longest time limit: a call that is cut off has an unknown outcome.
      kill_timeout: 90_000,
    },
  ],
};
