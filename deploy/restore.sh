#!/bin/sh
# Replaces the SQLite database of a stopped service by a backup: restore.sh FILE FOLDER.
# Moves the old database to a new subfolder each time.
set -eu
[ $# = 2 ] || { echo "restore.sh FILE FOLDER" >&2; exit 2; }
backup=$1
folder=$2

# Verify a copy in the folder, which the service's user can read wherever the backup is.
cp "$backup" "$folder/restored.db"
chown --reference="$folder" "$folder/restored.db"
chmod 600 "$folder/restored.db"
peak verify "sqlite:$folder/restored.db" || { rm -f "$folder/restored.db"; exit 1; }

before="$folder/before-$(date -u +%FT%H%M%SZ)"
mkdir -m 700 "$before"
chown --reference="$folder" "$before"
# signing-key.pem.signed knows of days that the backup lacks.
for name in peak.db peak.db-wal peak.db-shm signing-key.pem.signed; do
  [ ! -e "$folder/$name" ] || mv "$folder/$name" "$before/"
done
mv "$folder/restored.db" "$folder/peak.db"
echo "restored $backup; the old database is in $before"
