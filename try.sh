set -e
rm -rf /tmp/l28-w; mkdir -p /tmp/l28-w/v /tmp/l28-w/x; export XDG_CONFIG_HOME=/tmp/l28-w/x HOME=/tmp/l28-w
C="node /tmp/l28/dist/countersign.mjs"
