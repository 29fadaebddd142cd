//! Does the system tell about changes under a folder at all?
//!
//! On network file systems and on those that another program serves (9p, nfs, fuse …), changes made
//! elsewhere are not told, so such trees are looked at again and again instead.

use std::path::Path;

/// The kind of file system that keeps changes under `root` from being told, if there is one: of the
/// root itself, or of something mounted below it.
pub(super) fn silent(root: &Path) -> Option<String> {
    let table = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    silent_in(&table, root)
}

fn silent_in(table: &str, root: &Path) -> Option<String> {
    let mounts: Vec<(String, &str)> = table.lines().filter_map(mount).collect();
    let around = mounts.iter().filter(|(point, _)| root.starts_with(point)).max_by_key(|(point, _)| point.len());
    let below = mounts.iter().filter(|(point, _)| Path::new(point).starts_with(root));
    around.into_iter().chain(below).map(|(_, kind)| *kind).find(|kind| is_silent(kind)).map(String::from)
}

/// Mount point and kind of a line of mountinfo; later lines hide earlier ones at the same point.
fn mount(line: &str) -> Option<(String, &str)> {
    let (before, after) = line.split_once(" - ")?;
    let point = before.split(' ').nth(4)?;
    let point = point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
    Some((point, after.split(' ').next()?))
}

fn is_silent(kind: &str) -> bool {
    const KINDS: [&str; 17] = [
        "9p",
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "fuse",
        "fuseblk",
        "virtiofs",
        "vboxsf",
        "vmhgfs",
        "drvfs",
        "afs",
        "ceph",
        "glusterfs",
        "lustre",
        "prl_fs",
    ];
    KINDS.contains(&kind) || kind.starts_with("fuse.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_mount_decides_and_what_is_mounted_below_too() {
        let table = "22 1 8:1 / / rw shared:1 - ext4 /dev/a rw\n30 22 0:5 / /mnt/c rw - 9p C: rw\n\
                     31 22 0:6 / /home/me/far\\040away rw - fuse.sshfs host: rw\n";
        let check = |root: &str| silent_in(table, Path::new(root));
        assert_eq!(check("/home/me/code"), None);
        assert_eq!(check("/mnt/c/code").as_deref(), Some("9p"));
        assert_eq!(check("/home/me").as_deref(), Some("fuse.sshfs"));
        assert_eq!(check("/home/me/far away/code").as_deref(), Some("fuse.sshfs"));
        assert_eq!(check("/mnt/cc"), None);
    }
}
