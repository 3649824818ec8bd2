#!/bin/sh
# Makes the root a program sees under the `namespace` backend, then becomes the program.
#
#   enter.sh ROOT SIZE HARNESS {link TARGET PATH | bind SOURCE PATH}... -- COMMAND...
#
# Runs as root of a new user namespace, as process 1 of a new pid namespace. ROOT is an empty folder.
set -eu

root=$1 size=$2 harness=$3
shift 3

show() { # show SOURCE PATH: read-only at PATH
  if [ -d "$1" ]; then
    mkdir -p "$root$2"
  else
    mkdir -p "$root${2%/*}"
    : >"$root$2"
  fi
  mount --rbind "$1" "$root$2"
  mount -o remount,bind,ro,nosuid,nodev "$root$2" 2>/dev/null || mount -o remount,bind,ro "$root$2"
}

mount -t tmpfs -o size=4m,mode=755,nosuid root "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/etc" "$root/codergen"
# first, since what is shown may lie in it
mount -t tmpfs -o "size=$size,mode=1777,nosuid,nodev" tmp "$root/tmp"
while [ "$1" != -- ]; do
  if [ "$1" = link ]; then
    mkdir -p "$root${3%/*}"
    ln -s "$2" "$root$3"
  else
    show "$2" "$3"
  fi
  shift 3
done
shift
show "$harness" /codergen/harness
for name in passwd group hosts nsswitch.conf; do
  show "$harness/etc/$name" "/etc/$name"
done

mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
echo 1 >"$root/proc/sys/user/max_user_namespaces"
for name in sys irq bus fs acpi driver scsi tty pressure mtrr sysrq-trigger; do
  [ ! -e "$root/proc/$name" ] || {
    mount --bind "$root/proc/$name" "$root/proc/$name"
    mount -o remount,bind,ro,nosuid,nodev,noexec "$root/proc/$name"
  }
done
mount -t tmpfs -o size=64k,mode=755,nosuid,noexec dev "$root/dev"
for name in null zero full random urandom; do
  : >"$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
mkdir "$root/dev/shm"
mount -t tmpfs -o "size=$size,mode=1777,nosuid,nodev" shm "$root/dev/shm"
hostname sandbox 2>/dev/null || true

cd "$root"
pivot_root . .
umount -l .
mount -o remount,bind,ro,nosuid,noexec /dev
mount -o remount,bind,ro,nosuid /
cd /tmp
exec unshare --user --map-user=1000 --map-group=1000 --keep-caps -- \
  setpriv --pdeathsig KILL --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all -- "$@"
