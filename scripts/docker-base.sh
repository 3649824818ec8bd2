#!/bin/sh
# Makes a base image for the `docker` backend where none can be pulled: a minimal Debian with Python 3.
#
#   scripts/docker-base.sh [TAG] [TARBALL]
#
# TARBALL keeps the root file system, so that the next time only the import is left. Needs root, debootstrap
# and a Docker engine (DOCKER_HOST is respected). Users of a registry do not need this: the default base is
# python:3.11-slim.
set -eu

tag=${1:-codergen/base:debian}
tarball=${2:-${TMPDIR:-/tmp}/codergen-docker-base.tar}

if [ ! -s "$tarball" ]; then
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
  # The mirror this machine installs from.
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -n -e 's/^URIs: *\([^ ]*\).*/\1/p' -e 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' | head -n 1)
  root=$(mktemp -d)
  chmod 755 "$root" # it becomes the image's `/`, which other engines than Docker take as it is
  trap 'rm -rf "$root"' EXIT
  debootstrap --variant=minbase --include=python3-minimal,python3,libgomp1,ca-certificates \
    "$suite" "$root" "$mirror" >"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; exit 1; }
  rm -rf "$root.log" "$root"/var/cache/apt/archives/* "$root"/var/lib/apt/lists/* "$root"/usr/share/doc \
    "$root"/usr/share/man "$root"/usr/share/locale
  tar --one-file-system --exclude=./proc/* --exclude=./sys/* --exclude=./dev/* -C "$root" -cf "$tarball.part" .
  mv "$tarball.part" "$tarball"
fi
docker import --change 'CMD ["python3"]' --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' "$tarball" "$tag" >/dev/null
echo "$tag"
