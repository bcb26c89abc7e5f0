#!/bin/sh
# Puts a backup of SQLite in the place of the database of a stopped service: restore.sh FILE FOLDER.
# What was in the folder before is kept there, in a folder of its own for each restore.
set -eu
[ $# = 2 ] || { echo "restore.sh FILE FOLDER" >&2; exit 2; }
backup=$1
folder=$2

# Checked as a copy in the folder, which the user of the service can read wherever the backup comes from.
cp "$backup" "$folder/restored.db"
chown --reference="$folder" "$folder/restored.db"
chmod 600 "$folder/restored.db"
peak verify "sqlite:$folder/restored.db" || { rm -f "$folder/restored.db"; exit 1; }

before="$folder/before-$(date -u +%FT%H%M%SZ)"
mkdir -m 700 "$before"
# The file beside the key remembers days that a backup does not have.
for name in peak.db peak.db-wal peak.db-shm signing-key.pem.signed; do
  [ ! -e "$folder/$name" ] || mv "$folder/$name" "$before/"
done
mv "$folder/restored.db" "$folder/peak.db"
echo "restored $backup; what was there before is in $before"
