//! What the command does to files: those it writes are there whole or not at all, and others' are
//! left alone.
#![cfg(unix)]

use crate::common::boyi;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const GAMES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/othello/WTH_1977.wtb"
);

fn convert(out: &Path) -> Output {
    boyi(&["convert", "othello", GAMES])
        .arg(out)
        .output()
        .expect("it runs")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    names.sort();
    names
}

#[test]
fn files_beside_the_one_that_is_written_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("games.ggf.part"), "mine").expect("written");
    fs::write(path("victim"), "mine too").expect("written");
    symlink(path("victim"), path("other.ggf.part")).expect("a link");
    for name in ["games.ggf", "other.ggf"] {
        assert!(convert(&path(name)).status.success());
    }
    assert_eq!(fs::read(path("games.ggf.part")).expect("a file"), b"mine");
    assert_eq!(fs::read(path("victim")).expect("a file"), b"mine too");
    assert_eq!(
        names(folder.path()),
        [
            "games.ggf",
            "games.ggf.part",
            "other.ggf",
            "other.ggf.part",
            "victim"
        ]
    );
}

#[test]
fn a_link_is_followed_to_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("deep")).expect("a folder");
    fs::write(path("deep/games"), "old").expect("written");
    symlink(path("deep/games"), path("link.ggf")).expect("a link");
    assert!(convert(&path("link.ggf")).status.success());
    assert!(
        fs::symlink_metadata(path("link.ggf"))
            .expect("a link")
            .is_symlink()
    );
    assert!(
        fs::read(path("deep/games"))
            .expect("games")
            .starts_with(b"(;GM[Othello]")
    );
    assert_eq!(names(&path("deep")), ["games"]);
}

#[test]
fn permissions_are_those_of_what_was_there_or_of_any_new_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let mode = |name: &str| {
        fs::metadata(path(name))
            .expect("a file")
            .permissions()
            .mode()
            & 0o777
    };
    fs::write(path("any"), "").expect("written");
    assert!(convert(&path("new.ggf")).status.success());
    assert_eq!(mode("new.ggf"), mode("any"));
    for kept in [0o600, 0o640, 0o666] {
        fs::set_permissions(path("new.ggf"), Permissions::from_mode(kept)).expect("a file of ours");
        assert!(convert(&path("new.ggf")).status.success());
        assert_eq!(mode("new.ggf"), kept);
    }
}

#[test]
fn of_several_who_write_one_file_each_writes_it_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("games.ggf");
    assert!(convert(&out).status.success());
    let whole = fs::read(&out).expect("games");
    for _ in 0..5 {
        let convert =
            || boyi_process(&["convert", "othello", GAMES, out.to_str().expect("a path")]);
        let writers: Vec<Child> = (0..4)
            .map(|_| convert().spawn().expect("it runs"))
            .collect();
        for mut writer in writers {
            assert!(writer.wait().expect("it ends").success());
            assert_eq!(fs::read(&out).expect("games"), whole);
        }
    }
    assert_eq!(names(folder.path()), ["games.ggf"]);
}

fn boyi_process(args: &[&str]) -> Command {
    let mut process = Command::new(env!("CARGO_BIN_EXE_boyi"));
    process
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    process
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args(["-s", name, &child.id().to_string()])
        .status();
    assert!(status.expect("kill runs").success());
}

/// Begins work that takes minutes, and waits until its file is begun.
fn long_work(folder: &Path, ignored: &str) -> Child {
    let out = folder.join("book");
    let args = [
        "book",
        "othello",
        "build",
        "--games",
        GAMES,
        "--depth",
        "24",
        "--out",
        out.to_str().expect("a path"),
    ];
    let mut shell = Command::new("sh");
    // A shell's `trap ''` is kept by what it becomes, as with `nohup`.
    shell
        .args([
            "-c",
            &format!("trap '' {ignored} USR1; exec \"$@\""),
            "sh",
            env!("CARGO_BIN_EXE_boyi"),
        ])
        .args(args);
    let child = shell
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    while names(folder).is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    // The file may be there a moment before it is watched over.
    std::thread::sleep(Duration::from_millis(300));
    child
}

/// Whether a process that this one starts ends by that signal: what starts the tests may have
/// asked for it to be ignored, as `nohup` does, and a shell cannot take that back.
fn ends_by(name: &str) -> bool {
    let script = format!("kill -s {name} $$; exit 0");
    let status = Command::new("sh").args(["-c", &script]).status();
    !status.expect("a shell").success()
}

#[test]
fn a_signal_leaves_nothing() {
    for name in ["INT", "TERM", "HUP"]
        .into_iter()
        .filter(|name| ends_by(name))
    {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = long_work(folder.path(), "");
        signal(&child, name);
        assert!(!child.wait().expect("it ends").success(), "{name}");
        assert_eq!(names(folder.path()), [""; 0], "{name}");
    }
}

#[test]
fn a_signal_that_is_to_be_ignored_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = long_work(folder.path(), "HUP");
    signal(&child, "HUP");
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("a child").is_none() && !names(folder.path()).is_empty());
    signal(&child, "TERM");
    child.wait().expect("it ends");
    assert_eq!(names(folder.path()), [""; 0]);
}

/// Runs with room for `blocks` of 512 or 1,024 bytes a file, as on a full disk.
fn without_room(blocks: u32, args: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\""),
        "sh",
        env!("CARGO_BIN_EXE_boyi"),
    ]);
    shell.args(args).output().expect("it runs")
}

#[test]
fn a_disk_that_is_full_is_told_by_the_name_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    let log = path("log");
    let rounds = path("rounds");
    let games = path("games.ggf");
    let matched = [
        "match",
        "othello",
        "--a",
        "pvs,depth=1,hash=1",
        "--b",
        "pvs,depth=1,hash=1",
        "--games",
        "60",
    ];
    let tuned = [
        "tune",
        "othello",
        "--searcher",
        "alphabeta,hash=1",
        "--depth",
        "1",
        "--games",
        "2",
        "--rounds",
        "60",
    ];
    let converted = ["convert", "othello", GAMES];
    for (args, more, file) in [
        (&matched[..], &["--resume", &log][..], &log),
        (&tuned[..], &["--resume", &rounds][..], &rounds),
        (&converted[..], &[games.as_str()][..], &games),
    ] {
        let output = without_room(4, &[args, more].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {error}");
        assert!(
            error.contains(file.as_str()) && error.contains("too large"),
            "{error}"
        );
    }
    // What was written whole stays, and is gone on with.
    assert_eq!(names(folder.path()), ["log", "rounds"]);
    for file in [&log, &rounds] {
        assert!(
            fs::read_to_string(file).expect("a log").ends_with("}\n"),
            "{file}"
        );
    }
    let args = [&matched[..], &["--resume", &log]].concat();
    assert!(boyi(&args).output().expect("it runs").status.success());
    assert_eq!(fs::read_to_string(&log).expect("a log").lines().count(), 60);
}

#[test]
fn what_has_no_newline_is_not_emptied_to_be_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("thesis");
    let resume = ["--resume", file.to_str().expect("a path")];
    let matched = [
        "match", "othello", "--a", "level=1", "--b", "level=1", "--games", "2",
    ];
    let tuned = [
        "tune",
        "othello",
        "--searcher",
        "alphabeta,hash=1",
        "--depth",
        "1",
        "--games",
        "2",
        "--rounds",
        "1",
    ];
    let out = folder.path().join("book");
    let out = ["--out", out.to_str().expect("a path")];
    let built = [
        &[
            "book", "othello", "build", "--games", GAMES, "--depth", "1", "--plies", "2",
        ],
        &out[..],
    ]
    .concat();
    for text in [
        "all I have",
        "{",
        "boyi",
        "b",
        "{\"match\":\"",
        "{\"tuning\":\"",
    ] {
        for args in [&matched[..], &tuned[..], &built[..]] {
            fs::write(&file, text).expect("written");
            let output = boyi(&[args, &resume].concat()).output().expect("it runs");
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(
                output.status.code() == Some(1) && error.contains("thesis"),
                "{args:?} {text}: {error}"
            );
            assert_eq!(fs::read_to_string(&file).expect("a file"), text, "{args:?}");
        }
    }
}
