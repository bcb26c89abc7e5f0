#!/bin/sh
# Writes a verified backup of the configured database to the current folder and keeps the newest 14. Run by
# peak-backup.service.
set -eu
umask 077
stamp=$(date -u +%FT%H%M%SZ)

if [ -z "${DATABASE_URL:-}" ]; then
  exec peak backup "peak-$stamp.db" --keep 14
fi

# PostgreSQL: verify the history first, then make sure the dump can be read.
peak verify
pg_dump --format=custom --file="unchecked.dump" "$DATABASE_URL"
pg_restore --file=/dev/null unchecked.dump
mv unchecked.dump "peak-$stamp.dump"
ls -t peak-*.dump | tail -n +15 | xargs -r rm --
touch "$DATA_DIR/last-backup" # metrics report the age of this file
echo "written to $PWD/peak-$stamp.dump; the signing key is not in it"
