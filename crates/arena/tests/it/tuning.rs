//! A tuning is a pure function of its description, and finds what there is to be found.

use arena::openings::{Openings, RandomPlies};
use arena::tuning::{
    Evolution, Games, Generation, Observer, Optimizer, Parameter, Space, SpaceError, Spsa, Trial,
    Tuning, TuningError, TuningLog, TuningLogError, mean,
};
use game_core::GameLine;
use proptest::prelude::*;
use search::Control;
use std::io;
use std::num::NonZeroUsize;

fn space(config: &str, names: &[&str]) -> Space {
    let config: engines::EngineConfig = config.parse().expect("a configuration");
    Space::of(
        engines::game("othello").expect("built in"),
        names,
        config.weights(),
    )
    .expect("weights")
}

/// An engine configuration so weak that its games take no time.
const CONFIG: &str = "alphabeta,depth=1,hash=1";

fn games(game: &str, threads: usize) -> Games {
    let game = engines::game(game).expect("built in");
    let config: engines::EngineConfig = CONFIG.parse().expect("a configuration");
    let space = Space::of(game, &[] as &[&str], config.weights()).expect("weights");
    let threads = NonZeroUsize::new(threads).expect("above 0");
    Games {
        games: 2,
        threads,
        seed: 7,
        ..Games::new(game, config, space)
    }
}

/// Plays nothing: a point's score is how near it is to a goal.
struct Quadratic {
    space: Space,
    goal: Vec<f64>,
}

impl Quadratic {
    fn loss(&self, point: &[f64]) -> f64 {
        let part = |((value, goal), parameter): ((&f64, &f64), &Parameter)| {
            ((value - goal) / parameter.scale).powi(2)
        };
        point
            .iter()
            .zip(&self.goal)
            .zip(&self.space.parameters)
            .map(part)
            .sum()
    }
}

impl Trial for Quadratic {
    fn scores(
        &self,
        _: u64,
        players: &[Vec<f64>],
        _: &Control,
        played: &mut dyn FnMut(),
    ) -> Result<Option<(Vec<f64>, u64)>, TuningError> {
        played();
        Ok(Some((
            players.iter().map(|point| -self.loss(point)).collect(),
            1,
        )))
    }

    fn games(&self, _: usize) -> u64 {
        1
    }

    fn words(&self) -> String {
        format!("{:?}", self.goal)
    }
}

fn run(tuning: &Tuning<'_>) -> Vec<Generation> {
    tuning
        .run(Vec::new(), &Control::default(), &mut ())
        .expect("a tuning")
}

#[test]
fn each_optimiser_finds_the_optimum_of_a_quadratic() {
    let space = space("level=1,eval.edges=-300", &[]);
    let factors = [1.6, 0.7, 1.2, 0.5, 1.0, 1.5, 0.6, 1.3];
    let goal = space
        .start()
        .iter()
        .zip(factors)
        .map(|(start, factor)| start * factor)
        .collect();
    let trial = Quadratic {
        space: space.clone(),
        goal,
    };
    let before = trial.loss(&space.start());
    let optimizers: [(&dyn Optimizer, u64); 2] =
        [(&Evolution::default(), 600), (&Spsa::default(), 600)];
    for (optimizer, rounds) in optimizers {
        for seed in 1..4 {
            let history = run(&Tuning {
                rounds,
                seed,
                ..Tuning::new(&space, optimizer, &trial)
            });
            let after = trial.loss(&history.last().expect("rounds").champion);
            assert!(
                after < before / 50.0,
                "{optimizer:?}, seed {seed}: {before} to {after}"
            );
            assert!(
                trial.loss(&mean(&history).expect("rounds")) < before / 20.0,
                "{optimizer:?}, seed {seed}"
            );
        }
    }
}

/// Where the search's own numbers are, spelt as a searcher, is the search itself.
#[test]
fn the_start_of_the_options_is_the_game_as_it_is() {
    for game in &engines::GAMES {
        let base = game.options(&Vec::new()).expect("the default rules");
        let options = |text: &str| {
            let config: engines::SearcherConfig = text.parse().expect(text);
            config.options(base)
        };
        let config = "aspiration,hash=1";
        let all = Space::of_options(game, &base, &[] as &[&str], &config.parse().expect(config))
            .expect("every game has options on");
        let spelt = format!("{config},{}", all.config(&all.start()));
        assert_eq!(options(&spelt), options(config), "{spelt}");
        for parameter in &all.parameters {
            let Parameter {
                name,
                start,
                least,
                most,
                scale,
                ..
            } = parameter;
            assert!(least <= start && start <= most && least < most, "{name}");
            assert!(*scale >= Parameter::LEAST_SCALE, "{name}");
        }
        // The ends of the spans are taken too, all at once.
        for end in [|one: &Parameter| one.least, |one: &Parameter| one.most] {
            let point: Vec<f64> = all.parameters.iter().map(end).collect();
            assert_ne!(
                options(&format!("{config},{}", all.config(&point))),
                options(config)
            );
        }
    }
}

#[test]
fn options_are_found_as_weights_are() {
    let xiangqi = engines::game("xiangqi").expect("built in");
    let config = "aspiration".parse().expect("a configuration");
    let base = xiangqi.options(&Vec::new()).expect("the default rules");
    let space =
        Space::of_options(xiangqi, &base, &["late_log", "futility"], &config).expect("options");
    let towards = |one: &Parameter| one.start + 0.4 * (one.most - one.start);
    let trial = Quadratic {
        goal: space.parameters.iter().map(towards).collect(),
        space: space.clone(),
    };
    let before = trial.loss(&space.start());
    let optimizer = Spsa::default();
    let history = run(&Tuning {
        rounds: 600,
        ..Tuning::new(&space, &optimizer, &trial)
    });
    let after = trial.loss(&history.last().expect("rounds").champion);
    assert!(after < before / 20.0, "{before} to {after}");
    for point in history.iter().flat_map(|round| &round.players) {
        assert_eq!(space.clamp(point.clone()), *point, "within the spans");
    }
}

/// What multiplies never changes a sign, what adds does.
#[test]
fn signs_are_changed_by_addition_alone() {
    let space = space("level=1,eval.edges=0,eval.discs=-50", &["edges", "discs"]);
    assert_eq!(space.start(), [0.0, -50.0]);
    let trial = Quadratic {
        space: space.clone(),
        goal: vec![100.0, 25.0],
    };
    let tuned = |optimizer: &dyn Optimizer| {
        run(&Tuning {
            rounds: 800,
            ..Tuning::new(&space, optimizer, &trial)
        })
        .pop()
        .expect("rounds")
        .champion
    };
    let [evolved, approximated] = [tuned(&Evolution::default()), tuned(&Spsa::default())];
    assert!(
        evolved[0] == 0.0 && (-5.0..0.0).contains(&evolved[1]),
        "{evolved:?}"
    );
    assert!(
        (80.0..120.0).contains(&approximated[0]) && (15.0..35.0).contains(&approximated[1]),
        "{approximated:?}"
    );
}

#[test]
fn caps_hold_over_all_rounds() {
    let space = space(
        "level=1,eval.edges=-900,eval.discs=900",
        &["edges", "discs"],
    )
    .capped(1_000.0)
    .expect("within");
    let trial = Quadratic {
        space: space.clone(),
        goal: vec![-5_000.0, 5_000.0],
    };
    for optimizer in [&Evolution::default() as &dyn Optimizer, &Spsa::default()] {
        let history = run(&Tuning {
            rounds: 60,
            ..Tuning::new(&space, optimizer, &trial)
        });
        let points = history
            .iter()
            .flat_map(|round| round.players.iter().chain([&round.champion]));
        assert!(
            points.flatten().all(|value| value.abs() <= 1_000.0),
            "{optimizer:?}"
        );
        assert_eq!(
            history.last().expect("rounds").champion,
            [-1_000.0, 1_000.0],
            "{optimizer:?}"
        );
    }
}

/// Counts the calls.
#[derive(Default)]
struct Count {
    games: Vec<(u64, u64)>,
    rounds: Vec<Generation>,
}

impl Observer for Count {
    fn played(&mut self, round: u64, game: u64) {
        self.games.push((round, game));
    }

    fn finished(&mut self, generation: &Generation) -> io::Result<()> {
        self.rounds.push(generation.clone());
        Ok(())
    }
}

#[test]
fn five_players_are_twenty_ordered_pairs_and_a_hundred_and_twenty_games() {
    let trial = Games {
        games: Games::GAMES,
        ..games("othello", 2)
    };
    assert_eq!(trial.games(5), 120);
    let space = trial.space.clone();
    let optimizer = Evolution::default();
    let mut count = Count::default();
    let tuning = Tuning {
        rounds: 1,
        ..Tuning::new(&space, &optimizer, &trial)
    };
    let history = tuning
        .run(Vec::new(), &Control::default(), &mut count)
        .expect("a tuning");
    assert!(count.games.into_iter().eq((1..=120).map(|game| (0, game))));
    assert_eq!(count.rounds, history);
    let round = &history[0];
    assert_eq!(
        (round.players.len(), round.scores.len(), round.games),
        (5, 5, 120)
    );
    // What one wins the other loses; margins are discs, an even number each on a full board.
    assert_eq!(round.scores.iter().sum::<f64>(), 0.0);
    assert!(
        round.scores.iter().any(|score| score.abs() > 48.0),
        "discs, not wins: {:?}",
        round.scores
    );
    let best = round
        .scores
        .iter()
        .copied()
        .fold(f64::NEG_INFINITY, f64::max);
    let at = round
        .scores
        .iter()
        .position(|&score| score == best)
        .expect("a best");
    assert_eq!(round.champion, round.players[at]);
}

/// The scores are those of the games played one by one by a match.
#[test]
fn scores_are_margins_added_up() {
    for game in ["othello", "gomoku"] {
        let trial = games(game, 1);
        let start = trial.space.start();
        let points = [
            start.clone(),
            start.iter().map(|value| value / 3.0).collect(),
            start.iter().map(|value| -value).collect(),
        ];
        let (scores, count) = trial
            .scores(4, &points, &Control::default(), &mut || ())
            .expect("games")
            .expect("not stopped");
        assert_eq!(count, 12);
        let wins = 4.0 * 2.0;
        let sum = scores.iter().sum::<f64>();
        assert_eq!(sum, 0.0);
        // A player with the wrong goal loses.
        assert!(
            scores[0] > scores[2] && scores[1] > scores[2],
            "{game}: {scores:?}"
        );
        // Without margins a player gains at most one point a game.
        assert_eq!(
            scores.iter().all(|score| score.abs() <= wins),
            game == "gomoku",
            "{scores:?}"
        );
        // The same weights twice are as good as each other.
        let twice = [start.clone(), start.clone()];
        let (scores, _) = trial
            .scores(4, &twice, &Control::default(), &mut || ())
            .expect("games")
            .expect("not stopped");
        assert_eq!(scores, [0.0, 0.0], "{game}");
        // Another round, other openings; the same round, the same games.
        let played = |round| {
            trial
                .scores(round, &points, &Control::default(), &mut || ())
                .expect("games")
                .expect("scores")
                .0
        };
        assert_eq!(played(4), played(4));
        assert!(game == "gomoku" || played(4) != played(5));
    }
}

#[test]
fn the_mean_is_of_the_second_half() {
    let generation = |round: u64| Generation {
        round,
        champion: vec![round as f64, -1.0],
        players: Vec::new(),
        scores: Vec::new(),
        games: 1,
    };
    let history: Vec<_> = (0..7).map(generation).collect();
    for (rounds, expected) in [(1, 0.0), (2, 1.0), (3, 1.5), (6, 4.0), (7, 4.5)] {
        assert_eq!(
            mean(&history[..rounds]),
            Some(vec![expected, -1.0]),
            "{rounds} rounds"
        );
    }
    assert_eq!(mean(&[]), None);
}

#[test]
fn threads_change_nothing() {
    for game in ["othello", "gomoku", "xiangqi"] {
        for optimizer in [
            &Evolution {
                mutants: 2,
                ..Evolution::default()
            } as &dyn Optimizer,
            &Spsa::default(),
        ] {
            let tuned = |threads| {
                let mut trial = games(game, threads);
                trial.conduct.max_plies = 40;
                let space = trial.space.clone();
                run(&Tuning {
                    rounds: 2,
                    seed: 3,
                    ..Tuning::new(&space, optimizer, &trial)
                })
            };
            let alone = tuned(1);
            assert_eq!((alone.len(), &alone), (2, &tuned(3)), "{game}");
        }
    }
}

#[test]
fn a_seed_decides() {
    let trial = games("othello", 2);
    let space = trial.space.clone();
    let optimizer = Evolution::default();
    let tuned = |seed| {
        run(&Tuning {
            rounds: 1,
            seed,
            ..Tuning::new(&space, &optimizer, &trial)
        })
    };
    assert_eq!(tuned(1), tuned(1));
    assert_ne!(tuned(1)[0].players, tuned(2)[0].players);
}

#[test]
fn lines_are_taken_one_after_another() {
    let lines = [
        "startpos moves f5d6",
        "startpos moves f5f6",
        "startpos moves f5f4",
        "startpos",
        "startpos moves f5d6c3",
        "startpos moves f5d6c4",
    ]
    .map(GameLine::from);
    let scores = |openings: &[GameLine], round| {
        let trial = Games {
            openings: Openings::Lines(openings.to_vec()),
            games: 2,
            ..games("othello", 1)
        };
        let points = [
            trial.space.start(),
            trial.space.start().iter().map(|value| -value).collect(),
        ];
        trial
            .scores(round, &points, &Control::default(), &mut || ())
            .expect("games")
            .expect("not stopped")
            .0
    };
    for (round, taken) in (0..).zip(lines.chunks(2)) {
        assert_eq!(scores(&lines, round), scores(taken, 0), "round {round}");
    }
}

/// Someone stops the tuning as a round begins.
struct Interrupted<'a>(&'a Games, u64);

impl Trial for Interrupted<'_> {
    fn scores(
        &self,
        round: u64,
        players: &[Vec<f64>],
        control: &Control,
        played: &mut dyn FnMut(),
    ) -> Result<Option<(Vec<f64>, u64)>, TuningError> {
        if round == self.1 {
            control.stop();
        }
        self.0.scores(round, players, control, played)
    }

    fn games(&self, players: usize) -> u64 {
        self.0.games(players)
    }

    fn words(&self) -> String {
        self.0.words()
    }
}

#[test]
fn a_stopped_round_counts_as_not_begun() {
    let trial = games("othello", 2);
    let space = trial.space.clone();
    let optimizer = Spsa::default();
    let tuning = Tuning {
        rounds: 3,
        ..Tuning::new(&space, &optimizer, &trial)
    };
    for round in 0..3 {
        let mut count = Count::default();
        let interrupted = Tuning {
            trial: &Interrupted(&trial, round),
            ..tuning
        };
        let history = interrupted
            .run(Vec::new(), &Control::default(), &mut count)
            .expect("a tuning");
        assert_eq!((history.len() as u64, &count.rounds), (round, &history));
        // Going on from there is as if nothing had been.
        assert_eq!(
            tuning
                .run(history, &Control::default(), &mut ())
                .expect("a tuning"),
            run(&tuning)
        );
    }
    // Once stopped, nothing is begun: not even what would not respect it.
    let control = Control::default();
    control.stop();
    let deaf = Quadratic {
        space: space.clone(),
        goal: space.start(),
    };
    assert_eq!(
        Tuning {
            trial: &deaf,
            ..tuning
        }
        .run(Vec::new(), &control, &mut ())
        .expect("a tuning"),
        []
    );
}

struct Write<'a>(&'a mut TuningLog, u64);

impl Observer for Write<'_> {
    fn finished(&mut self, generation: &Generation) -> io::Result<()> {
        self.1 += 1;
        self.0.write(generation)
    }
}

#[test]
fn a_log_cut_off_anywhere_is_resumed() {
    let trial = games("othello", 2);
    let space = trial.space.clone();
    for optimizer in [
        &Evolution {
            mutants: 2,
            ..Evolution::default()
        } as &dyn Optimizer,
        &Spsa::default(),
    ] {
        let tuning = Tuning {
            rounds: 4,
            ..Tuning::new(&space, optimizer, &trial)
        };
        let file = tempfile::NamedTempFile::new().expect("a file");
        let (mut log, known) = TuningLog::open(file.path(), &tuning).expect("a log");
        let whole = tuning
            .run(known, &Control::default(), &mut Write(&mut log, 0))
            .expect("a tuning");
        assert!(matches!(
            TuningLog::open(file.path(), &tuning),
            Err(TuningLogError::Busy)
        ));
        drop(log);
        assert_eq!(whole, run(&tuning));
        let text = std::fs::read(file.path()).expect("a log");
        for cut in (0..text.len())
            .step_by(text.len() / 7)
            .chain([text.len() - 1, text.len()])
        {
            std::fs::write(file.path(), &text[..cut]).expect("written");
            let (mut log, known) = TuningLog::open(file.path(), &tuning).expect("a log");
            let complete = text[..cut].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(known.len(), complete, "cut at {cut}");
            let mut write = Write(&mut log, 0);
            let resumed = tuning
                .run(known, &Control::default(), &mut write)
                .expect("a tuning");
            assert_eq!(
                (&resumed, write.1 as usize),
                (&whole, 4 - complete),
                "cut at {cut}"
            );
            drop(log);
            assert!(
                std::fs::read(file.path()).expect("a log") == text,
                "cut at {cut}"
            );
        }
        // With more rounds it goes on.
        let more = Tuning {
            rounds: 5,
            ..tuning
        };
        let (_, known) = TuningLog::open(file.path(), &more).expect("the same tuning");
        let history = more
            .run(known, &Control::default(), &mut ())
            .expect("a tuning");
        assert_eq!((history.len(), &history[..4]), (5, &whole[..]));
    }
}

#[test]
fn foreign_logs_are_refused_and_left_alone() {
    type Change = fn(&mut Games);
    let ours = games("othello", 1);
    let space = ours.space.clone();
    let optimizer = Evolution::default();
    let tuning = Tuning {
        rounds: 1,
        ..Tuning::new(&space, &optimizer, &ours)
    };
    let file = tempfile::NamedTempFile::new().expect("a file");
    let (mut log, known) = TuningLog::open(file.path(), &tuning).expect("a log");
    tuning
        .run(known, &Control::default(), &mut Write(&mut log, 0))
        .expect("a tuning");
    drop(log);
    let text = std::fs::read_to_string(file.path()).expect("text");
    let text = format!("{text}{}", &text[..20]);
    std::fs::write(file.path(), &text).expect("written");
    let refused = |tuning: &Tuning<'_>, what: &str| {
        let error = TuningLog::open(file.path(), tuning)
            .map(|_| ())
            .expect_err(what);
        assert!(
            matches!(error, TuningLogError::OtherTuning { line: 1, .. }),
            "{what}: {error}"
        );
        assert_eq!(
            std::fs::read_to_string(file.path()).expect("text"),
            text,
            "{what}"
        );
    };
    let others: [(&str, Change); 6] = [
        ("game", |games| {
            games.game = engines::game("gomoku").expect("built in")
        }),
        ("config", |games| {
            games.config = "level=1".parse().expect("a configuration")
        }),
        ("limits", |games| games.limits = search::Limits::nodes(3)),
        ("plies", |games| {
            games.openings = Openings::Random(RandomPlies { plies: 6 })
        }),
        ("games", |games| games.games += 1),
        ("seed", |games| games.seed += 1),
    ];
    for (what, change) in others {
        let mut other = ours.clone();
        change(&mut other);
        refused(
            &Tuning {
                trial: &other,
                ..tuning
            },
            what,
        );
    }
    refused(&Tuning { seed: 2, ..tuning }, "seed");
    refused(
        &Tuning {
            optimizer: &Evolution {
                mutants: 3,
                ..Evolution::default()
            },
            ..tuning
        },
        "mutants",
    );
    refused(
        &Tuning {
            optimizer: &Evolution {
                factor: 0.8,
                ..Evolution::default()
            },
            ..tuning
        },
        "factor",
    );
    refused(
        &Tuning {
            optimizer: &Spsa::default(),
            ..tuning
        },
        "method",
    );
    refused(
        &Tuning {
            space: &space.clone().capped(9_000.0).expect("within"),
            ..tuning
        },
        "cap",
    );
    // Threads and the number of rounds belong to the run, not to what it comes to.
    let threads = Games {
        threads: NonZeroUsize::new(5).expect("above 0"),
        ..ours.clone()
    };
    assert_eq!(
        Tuning {
            trial: &threads,
            rounds: 9,
            ..tuning
        }
        .id(),
        tuning.id()
    );
    assert_eq!(
        TuningLog::open(file.path(), &tuning)
            .expect("its own")
            .1
            .len(),
        1
    );
}

#[test]
fn lines_that_are_no_rounds() {
    let space = space("level=1", &["edges"]);
    let trial = Quadratic {
        space: space.clone(),
        goal: vec![100.0],
    };
    let optimizer = Spsa::default();
    let tuning = Tuning {
        rounds: 2,
        ..Tuning::new(&space, &optimizer, &trial)
    };
    let file = tempfile::NamedTempFile::new().expect("a file");
    let (mut log, known) = TuningLog::open(file.path(), &tuning).expect("a log");
    tuning
        .run(known, &Control::default(), &mut Write(&mut log, 0))
        .expect("a tuning");
    drop(log);
    let text = std::fs::read_to_string(file.path()).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let opened = |bytes: &[u8]| {
        std::fs::write(file.path(), bytes).expect("written");
        TuningLog::open(file.path(), &tuning).map(|(_, history)| history.len())
    };
    assert_eq!(opened(text.as_bytes()).expect("good"), 2);
    assert_eq!(
        opened(format!("\n{}\r\n\n", lines[0]).as_bytes()).expect("good"),
        1
    );
    let [swapped, twice] = [[1, 0], [0, 0]].map(|[i, j]| format!("{}\n{}\n", lines[i], lines[j]));
    assert!(matches!(
        opened(swapped.as_bytes()),
        Err(TuningLogError::Order {
            line: 1,
            round: 1,
            expected: 0
        })
    ));
    assert!(matches!(
        opened(twice.as_bytes()),
        Err(TuningLogError::Order {
            line: 2,
            round: 0,
            expected: 1
        })
    ));
    for bad in ["[]\n", "{}\n", "hello\n", "\u{1f600}\n", "null\n"] {
        assert!(
            matches!(
                opened(bad.as_bytes()),
                Err(TuningLogError::NotARound { line: 1, .. })
            ),
            "{bad:?}"
        );
    }
    assert!(matches!(
        opened(b"\n\xff\xfe\n"),
        Err(TuningLogError::NotText { line: 2 })
    ));
    for (from, to) in [
        ("\"champion\":[", "\"champion\":[1.0,"),
        ("\"scores\":[", "\"scores\":[1.0,"),
        ("\"players\":[[", "\"players\":[[2.0,"),
    ] {
        assert!(lines[0].contains(from), "{}", lines[0]);
        let bad = lines[0].replacen(from, to, 1) + "\n";
        assert!(
            matches!(
                opened(bad.as_bytes()),
                Err(TuningLogError::Misfit { line: 1, round: 0 })
            ),
            "{bad}"
        );
    }
    // A line torn by a kill is cut off; a foreign one without a newline is not, nor one that may be
    // foreign.
    let start = lines[1].find("\"round\"").expect("a field of the round");
    for torn in [&lines[1][..lines[1].len() - 1], &lines[1][..start]] {
        assert_eq!(opened(torn.as_bytes()).expect("torn"), 0);
        assert!(std::fs::read(file.path()).expect("a log").is_empty());
        let text = format!("{}\n{}", lines[0], &torn[..9]);
        assert_eq!(opened(text.as_bytes()).expect("torn"), 1);
        assert_eq!(
            std::fs::read_to_string(file.path()).expect("a log"),
            format!("{}\n", lines[0])
        );
    }
    for foreign in ["{\"tuning\":", "no newline", "{", "\n{"] {
        assert!(
            matches!(
                opened(foreign.as_bytes()),
                Err(TuningLogError::Unfinished { .. })
            ),
            "{foreign:?}"
        );
        assert_eq!(
            std::fs::read_to_string(file.path()).expect("left alone"),
            foreign
        );
    }
    assert!(matches!(
        opened(format!("{}\nbut", lines[0]).as_bytes()),
        Err(TuningLogError::Unfinished { line: 2 })
    ));
    assert!(matches!(
        TuningLog::open(std::path::Path::new("/none/log"), &tuning),
        Err(TuningLogError::File(_))
    ));
}

#[test]
fn weights_that_cannot_be_tuned() {
    let othello = engines::game("othello").expect("built in");
    let of = |names: &[&str]| Space::of(othello, names, &Default::default());
    assert!(
        matches!(of(&["luck"]), Err(SpaceError::Unknown { name, known, .. }) if name == "luck" && known.contains("half_stable"))
    );
    assert_eq!(
        of(&["edges", "edges"]),
        Err(SpaceError::Twice("edges".to_owned()))
    );
    let whole = of(&[]).expect("all");
    assert_eq!(whole.parameters.len(), 8);
    assert!(
        matches!(whole.clone().capped(1_000.0), Err(SpaceError::Beyond { name, .. }) if name == "corners")
    );
    assert_eq!(Evolution::cap(&whole), 1.25 * 5_011.0);
    assert_eq!(Evolution::cap(&of(&["edges"]).expect("one")), 1_000.0);
    // How large a matter each is: its magnitude, of nothing a part of its range, and never too
    // little to show.
    let scales = |config: &str, names: &[&str]| {
        space(config, names)
            .parameters
            .iter()
            .map(|one| one.scale)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        scales(
            "level=1,eval.edges=-300,eval.discs=0,eval.squares=2",
            &["edges", "discs", "squares"]
        ),
        [300.0, 200.0, 5.0]
    );
    // An engine configuration that is no configuration: nothing is played.
    let mut trial = games("othello", 1);
    trial.config = "pvs,eval=patterns".parse().expect("a configuration");
    let refused = trial.scores(0, &[trial.space.start()], &Control::default(), &mut || ());
    assert!(matches!(refused, Err(TuningError::Config { .. })));
}

#[test]
fn budgets_are_those_of_the_mind_or_the_default() {
    let budget = |config: &str, limits| {
        Games {
            config: config.parse().expect("a configuration"),
            limits,
            ..games("othello", 1)
        }
        .budget()
    };
    use search::Limits;
    assert_eq!(budget("pvs", Limits::none()), Games::LIMITS);
    assert_eq!(budget("pvs,depth=3", Limits::none()), Limits::depth(3));
    assert_eq!(
        budget("pvs,depth=3", Limits::nodes(9)),
        Limits::depth(3).with_nodes(9)
    );
    assert_eq!(budget("level=3", Limits::none()), Limits::none());
}

proptest! {
    #[test]
    fn points_are_clamped_and_spelt(
        values in prop::collection::vec(-1e9..1e9_f64, 8),
        cap in 5_011.0..50_000.0_f64,
    ) {
        let othello = engines::game("othello").expect("built in");
        let space = space("level=1", &[]).capped(cap).expect("within");
        let point = space.clamp(values.clone());
        prop_assert!(point.iter().all(|value| value.abs() <= cap));
        prop_assert!(point.iter().zip(&values).all(|(now, before)| now == before || before.abs() > cap));
        let config: engines::EngineConfig = format!("pvs,{}", space.config(&point)).parse().expect("a configuration");
        prop_assert!(othello.check(&config).is_ok());
        let again = Space::of(othello, &[] as &[&str], config.weights()).expect("weights").start();
        prop_assert!(again.iter().zip(&point).all(|(whole, value)| (whole - value).abs() <= 0.5));
    }

    #[test]
    fn no_bytes_break_a_log(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        text in "\\PC{0,60}\n",
    ) {
        let space = space("level=1", &["edges"]);
        let optimizer = Spsa::default();
        let trial = Quadratic { space: space.clone(), goal: vec![1.0] };
        let file = tempfile::NamedTempFile::new().expect("a file");
        for bytes in [bytes, text.into_bytes()] {
            std::fs::write(file.path(), &bytes).expect("written");
            if TuningLog::open(file.path(), &Tuning::new(&space, &optimizer, &trial)).is_err() {
                prop_assert_eq!(std::fs::read(file.path()).expect("a file"), bytes, "left alone");
            }
        }
    }
}
