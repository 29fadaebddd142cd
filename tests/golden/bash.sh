#!/usr/bin/env bash
# Everything that the shell's table says, once.
set -euo pipefail

source ./lib/common.sh
. "${BASH_SOURCE%/*}/lib/log.sh"
source "$HERE/env"

readonly VERSION=1.2
export PATH="$HOME/bin:$PATH" EDITOR=vim
declare -A colors=([red]=1 [blue]="$VERSION")
verbose=false
files=(one.txt "two $verbose")
files+=(three)
alias ll='ls -l'

# Prints one line.
# It stops when it can.
log_line() {
  local level=$1 text; text="${2:-none}"
  verbose=true
  last_level=$level
  printf '%s: %s\n' "$level" "$text" >&2
}

function git-sync {
  declare -i count=0
  declare -g shared=1
  for file in "${files[@]}" *.md; do
    count+=1
    ((count++))
    [[ -f $file && "$file" =~ ^one.*$ ]] || continue
    log_line info "syncing ${file%.txt} of ${#files[@]}"
  done
  for ((i = 0; i < count; i++)); do echo "$i"; done
  while IFS=: read -r user home; do
    LANG=C sort "$home" | git_push --force "$user"
  done < <(getent passwd)
  helper() { return 1; }
  helper && echo "$(log_line "$count")"
}

case "${1-}" in
  start | stop) git-sync "$@" ;;
  *) usage ;;
esac

cat <<EOF
Dear $USER, ${colors[red]}
EOF

cat <<'EOF' > "$log"
Nothing to see
EOF

cleanup() ( rm -rf "$tmp" )
trap cleanup EXIT
unset verbose colors
export -f log_line
if ! command -v git > /dev/null; then ./install.sh git; fi
tmp=$(mktemp -d)
