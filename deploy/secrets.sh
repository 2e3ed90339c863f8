#!/bin/sh
# Makes the secrets of compose.yaml that are missing in the folder secrets. Back them up with the database.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
keep() {
  if [ -e "secrets/$1" ]; then cat > /dev/null; else tr -d '\n' > "secrets/$1"; fi
}
openssl rand -hex 24 | keep database-password
printf 'postgres://keyward:%s@postgres:5432/keyward' "$(cat secrets/database-password)" | keep database-url
openssl rand -base64 48 | keep jwt-secret
openssl rand -hex 32 | keep master-key
openssl rand -hex 16 | keep grafana-password
# The containers read them as users of their own; the folder keeps everybody else out.
chmod 644 secrets/*
