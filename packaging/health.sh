#!/usr/bin/env bash
# Whether the server at this port of the machine itself answers; needs no program beyond bash.
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/${1:-8080}"
printf 'GET /health HTTP/1.1\r\nHost: localhost:%s\r\nConnection: close\r\n\r\n' "${1:-8080}" >&3
read -r -t 4 status <&3
[[ $status == *' 200 '* ]]
