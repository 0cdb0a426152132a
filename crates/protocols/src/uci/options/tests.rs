use super::*;

fn options(config: &str) -> Options {
    let game = engines::game("xiangqi").expect("built in");
    Options::new(&Setup {
        config: config.parse().expect("a configuration"),
        ..Setup::new(game)
    })
}

#[test]
fn what_is_set_is_offered_and_holds() {
    let mut options = options("pvs,hash=2");
    for (name, value, effect, offer) in [
        (
            "Hash",
            "8",
            Effect::Config,
            "option name Hash type spin min 1 max 4096 default 8",
        ),
        (
            "threads",
            "2",
            Effect::Config,
            "option name Threads type spin min 1 max 64 default 2",
        ),
        (
            "MULTIPV",
            "5",
            Effect::None,
            "option name MultiPV type spin min 1 max 128 default 5",
        ),
        (
            "Move_Overhead",
            "70",
            Effect::None,
            "option name Move Overhead type spin min 0 max 5000 default 70",
        ),
        (
            "Ranks",
            "1-10",
            Effect::None,
            "option name Ranks type combo var auto var 0-9 var 1-10 default 1-10",
        ),
        (
            "repetition",
            "Draw-Only",
            Effect::Rules,
            "option name Repetition Rule type combo var asian var check-ban var draw-only default draw-only",
        ),
        (
            "move limit",
            "0",
            Effect::Rules,
            "option name Move Limit type spin min 0 max 65535 default 0",
        ),
        (
            "Move Limit",
            "100",
            Effect::Rules,
            "option name Move Limit type spin min 0 max 65535 default 100",
        ),
        (
            "UCI_Variant",
            "xiangqi",
            Effect::Variant,
            "option name UCI_Variant type combo var xiangqi default xiangqi",
        ),
        (
            "Clear Hash",
            "",
            Effect::Forget,
            "option name Clear Hash type button",
        ),
        (
            "Ponder",
            "true",
            Effect::None,
            "option name Ponder type check default false",
        ),
    ] {
        assert_eq!(
            options.set(name, Some(value), Dialect::Uci).expect("taken"),
            effect,
            "{name}"
        );
        assert!(
            options.offers(Dialect::Uci).any(|line| line == offer),
            "{name}: {:?}",
            kinds(&options)
        );
    }
    assert_eq!(options.config().to_string(), "pvs,hash=2");
    let EngineConfig::Searcher(spec) = options.config() else {
        panic!("no level")
    };
    assert_eq!((spec.hash, spec.threads), (8, 2));
    let settings =
        [("rule", "draw-only"), ("move-limit", "100")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(options.settings, settings);
    assert_eq!(
        options
            .set("Level", Some("3"), Dialect::Uci)
            .expect("taken"),
        Effect::Config
    );
    assert_eq!(options.config().to_string(), "level=3");
    options
        .set("Level", Some("full"), Dialect::Uci)
        .expect("taken");
    assert!(matches!(options.config(), EngineConfig::Searcher(spec) if spec.hash == 8));
}

fn kinds(options: &Options) -> Vec<String> {
    options.offers(Dialect::Uci).collect()
}

#[test]
fn ucci_has_names_and_units_of_its_own() {
    let mut options = options("level=4");
    assert_eq!(options.unit(), Duration::from_secs(1));
    for (name, value, offer) in [
        (
            "usemillisec",
            "true",
            "option usemillisec type check default true",
        ),
        ("batch", "on", "option batch type check default true"),
        (
            "hashsize",
            "32",
            "option hashsize type spin min 0 max 4096 default 32",
        ),
        (
            "hashsize",
            "0",
            "option hashsize type spin min 0 max 4096 default 16",
        ),
        (
            "repetition",
            "checkban",
            "option repetition type combo var asianrule var checkban var alwaysdraw default checkban",
        ),
        (
            "drawmoves",
            "50",
            "option drawmoves type spin min 0 max 32767 default 50",
        ),
    ] {
        options
            .set(name, Some(value), Dialect::Ucci)
            .expect("taken");
        let offers: Vec<_> = options.offers(Dialect::Ucci).collect();
        assert!(
            offers.iter().any(|line| line == offer),
            "{name}: {offers:?}"
        );
    }
    assert_eq!(options.unit(), Duration::from_millis(1));
    assert_eq!(options.agreed("move-limit"), "100");
    assert_eq!(options.agreed("rule"), "check-ban");
    assert_eq!(options.config().to_string(), "level=4");
    assert!(
        options
            .offers(Dialect::Ucci)
            .all(|line| line.split(' ').nth(2) == Some("type")),
        "one word is a name"
    );
    // Boards send all their settings, whatever options are offered.
    assert_eq!(
        options
            .set("style", Some("risky"), Dialect::Ucci)
            .expect("passed over"),
        Effect::None
    );
}

#[test]
fn what_is_not_taken_changes_nothing() {
    let mut options = options("pvs,hash=2");
    let before = kinds(&options);
    let too_high = (Level::MAX + 1).to_string();
    for (name, value) in [
        ("Hash", Some("0")),
        ("Hash", Some("+8")),
        ("Hash", Some("4097")),
        ("Hash", None),
        ("Threads", Some("65")),
        ("MultiPV", Some("0")),
        ("UCI_Variant", Some("chess")),
        ("Level", Some(&too_high)),
        ("Ranks", Some("2-11")),
        ("Ponder", Some("maybe")),
        ("Move Limit", Some("65536")),
        ("Repetition Rule", Some("none")),
        ("Skill Level", Some("20")),
        ("", None),
    ] {
        assert!(
            options.set(name, value, Dialect::Uci).is_err(),
            "{name} {value:?}"
        );
    }
    assert!(options.set("hashsize", Some("x"), Dialect::Ucci).is_err());
    assert_eq!(kinds(&options), before);
}
