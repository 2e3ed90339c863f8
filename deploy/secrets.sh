#!/bin/sh
# Makes the secrets of compose.yaml in the folder secrets, once. Back them up with the database.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo 'secrets is there already; nothing was changed.' >&2
  exit 0
fi
umask 077
mkdir secrets
password=$(openssl rand -hex 24)
printf '%s' "$password" > secrets/database-password
printf 'postgres://keyward:%s@postgres:5432/keyward' "$password" > secrets/database-url
openssl rand -base64 48 | tr -d '\n' > secrets/jwt-secret
openssl rand -hex 32 | tr -d '\n' > secrets/master-key
# The containers read them as users of their own; the folder keeps everybody else out.
chmod 644 secrets/*
