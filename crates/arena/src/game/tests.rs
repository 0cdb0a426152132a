use super::*;
use crate::{Bot, BotError};
use engines::{Answer, Reply, Turn};
use game_core::Score;
use search::{Bound, Clock, Control, Limits, Variation};

fn free() -> Referee {
    Referee::new([Limits::none(); 2])
}

type Deed = fn() -> Result<Answer, BotError>;

/// Plays the first legal move, until it does something else.
struct Puppet {
    game: &'static dyn engines::Game,
    asked: usize,
    from: usize,
    does: Deed,
}

impl Bot for Puppet {
    fn reply(&mut self, turn: &Turn<'_>, _: &Control) -> Result<Answer, BotError> {
        self.asked += 1;
        if self.asked > self.from {
            return (self.does)();
        }
        let mut session = self.game.session(&Vec::new())?;
        session.set_line(turn.line)?;
        let mut answer = Answer::of_move(session.legal_moves().swap_remove(0));
        answer.report.nodes = 3;
        Ok(answer)
    }
}

fn puppet(game: &'static dyn engines::Game, from: usize, does: Deed) -> Puppet {
    Puppet {
        game,
        asked: 0,
        from,
        does,
    }
}

fn good(game: &'static dyn engines::Game) -> Puppet {
    puppet(game, usize::MAX, || Err("".into()))
}

fn named(mv: &str) -> Result<Answer, BotError> {
    Ok(Answer::of_move(mv))
}

#[test]
fn faults_lose_and_are_told_apart() {
    let othello = engines::game("othello").expect("built in");
    let cases: [(Deed, Fault, &str); 5] = [
        (
            || panic!("out of {}", "ideas"),
            Fault::Crash,
            "crash: out of ideas",
        ),
        (|| Err("gone".into()), Fault::Crash, "crash: gone"),
        (|| named("d4"), Fault::Illegal, "illegal move: "),
        (
            || named("no move at all, \u{1f600}"),
            Fault::Illegal,
            "illegal move: ",
        ),
        (|| named(""), Fault::Illegal, "illegal move: "),
    ];
    for (does, fault, reason) in cases {
        for bad in 0..2 {
            let mut one = good(othello);
            let mut other = puppet(othello, 2, does);
            let mut players: [&mut dyn Bot; 2] = [&mut one, &mut other];
            players.rotate_left(1 - bad);
            let mut session = othello.session(&Vec::new()).expect("no settings");
            let played = free()
                .play(session.as_mut(), players, &Control::default())
                .expect("not stopped");
            assert_eq!(
                (played.winner, played.fault),
                (Some(1 - bad), Some(fault)),
                "{reason}"
            );
            assert!(played.reason.starts_with(reason), "{}", played.reason);
            assert_eq!(played.moves.len(), 4 + bad);
            assert_eq!(played.nodes[1 - bad], 6 + 3 * bad as u64);
        }
    }
}

#[test]
fn slow_answers_lose_on_time() {
    let othello = engines::game("othello").expect("built in");
    let slow: Deed = || {
        std::thread::sleep(TIME_MARGIN + Duration::from_millis(30));
        named("f5")
    };
    let mut white = good(othello);
    let mut black = puppet(othello, 0, slow);
    let mut session = othello.session(&Vec::new()).expect("no settings");
    let referee = Referee::new([Limits::time(Duration::from_millis(10)), Limits::none()]);
    let played = referee
        .play(
            session.as_mut(),
            [&mut black, &mut white],
            &Control::default(),
        )
        .expect("not stopped");
    assert_eq!((played.winner, played.fault), (Some(1), Some(Fault::Time)));
    // The same without a limit is no fault.
    let mut black = puppet(othello, 0, slow);
    let mut white = puppet(othello, 0, || Err("enough".into()));
    let mut session = othello.session(&Vec::new()).expect("no settings");
    let played = free()
        .play(
            session.as_mut(),
            [&mut black, &mut white],
            &Control::default(),
        )
        .expect("not stopped");
    assert_eq!(
        (played.winner, played.fault, played.moves),
        (Some(0), Some(Fault::Crash), vec!["f5".to_owned()])
    );
}

#[test]
fn the_rules_say_who_won() {
    for game in &engines::GAMES {
        let mut session = game.session(&Vec::new()).expect("no settings");
        let played = free()
            .play(
                session.as_mut(),
                [&mut good(game), &mut good(game)],
                &Control::default(),
            )
            .expect("an end");
        assert_eq!(played.fault, None);
        let winner = session.state().ending.and_then(|ending| ending.winner);
        assert_eq!(
            played.winner,
            winner.map(game_core::Player::index),
            "{}",
            game.name()
        );
        assert_eq!(played.moves, session.line().moves);
    }
}

#[test]
fn a_game_without_end_is_a_draw() {
    let othello = engines::game("othello").expect("built in");
    let mut session = othello.session(&Vec::new()).expect("no settings");
    let players: [&mut dyn Bot; 2] = [&mut good(othello), &mut good(othello)];
    let mut referee = free();
    referee.conduct.max_plies = 10;
    let played = referee
        .play(session.as_mut(), players, &Control::default())
        .expect("not stopped");
    assert_eq!(
        (played.winner, played.fault, played.reason.as_str()),
        (None, None, TOO_LONG)
    );
    assert_eq!((played.moves.len(), session.state().ply), (10, 10));
}

/// The calls that a player receives.
#[derive(Default)]
struct Witness {
    received: Vec<String>,
    refuses: bool,
}

impl Bot for Witness {
    fn new_game(&mut self) -> Result<(), BotError> {
        self.received.push("new".to_owned());
        if self.refuses {
            Err("no such board".into())
        } else {
            Ok(())
        }
    }

    fn reply(&mut self, turn: &Turn<'_>, _: &Control) -> Result<Answer, BotError> {
        self.received.push(turn.line.moves_text());
        Ok(Answer::of_move(if turn.line.moves.len() == 2 {
            "c3"
        } else {
            "a1"
        }))
    }

    fn game_over(&mut self) {
        self.received.push("over".to_owned());
    }
}

#[test]
fn players_are_told_what_happens() {
    let othello = engines::game("othello").expect("built in");
    let begin = || {
        let mut session = othello.session(&Vec::new()).expect("no settings");
        session.set_line("startpos moves f5d6").expect("legal");
        session
    };
    let mut black = Witness::default();
    let mut white = Witness::default();
    let played = free()
        .play(
            begin().as_mut(),
            [&mut black, &mut white],
            &Control::default(),
        )
        .expect("not stopped");
    assert_eq!(
        (played.winner, played.fault, played.moves),
        (Some(0), Some(Fault::Illegal), vec!["c3".to_owned()])
    );
    assert_eq!(black.received, ["new", "f5 d6", "over"]);
    assert_eq!(white.received, ["new", "f5 d6 c3", "over"]);
    let mut black = Witness::default();
    let mut white = Witness {
        refuses: true,
        ..Witness::default()
    };
    let played = free()
        .play(
            begin().as_mut(),
            [&mut black, &mut white],
            &Control::default(),
        )
        .expect("not stopped");
    assert_eq!(
        (played.winner, played.fault, played.moves),
        (Some(0), Some(Fault::Crash), Vec::new())
    );
    assert_eq!(played.reason, "crash: no such board");
    assert_eq!(
        (black.received.as_slice(), white.received.as_slice()),
        (
            &["new", "over"].map(str::to_owned)[..],
            &["new".to_owned()][..]
        )
    );
}

#[test]
fn a_stop_leaves_no_result() {
    let othello = engines::game("othello").expect("built in");
    let control = Control::default();
    control.stop();
    let mut session = othello.session(&Vec::new()).expect("no settings");
    assert_eq!(
        free().play(
            session.as_mut(),
            [&mut good(othello), &mut good(othello)],
            &control
        ),
        None
    );
}

/// Takes a given time for each move, gives a set score, and records the requests.
struct Sleeper {
    game: &'static dyn engines::Game,
    /// The length of each move; a move that overruns its clock overruns it by this much.
    naps_ms: Vec<u64>,
    score: Option<Score>,
    asked: Vec<(Limits, Option<[Clock; 2]>, Option<Duration>)>,
}

impl Sleeper {
    fn new(game: &'static dyn engines::Game, naps_ms: &[u64]) -> Self {
        Self {
            game,
            naps_ms: naps_ms.to_vec(),
            score: None,
            asked: Vec::new(),
        }
    }
}

impl Bot for Sleeper {
    fn reply(&mut self, turn: &Turn<'_>, _: &Control) -> Result<Answer, BotError> {
        let nap = Duration::from_millis(
            self.naps_ms
                .get(self.asked.len())
                .copied()
                .unwrap_or_default(),
        );
        let longest = turn
            .limits
            .clock
            .map(|clock| clock.remaining + Duration::from_millis(40));
        std::thread::sleep(longest.map_or(nap, |longest| nap.min(longest)));
        self.asked.push((turn.limits, turn.clocks, turn.patience));
        let mut session = self.game.session(&Vec::new())?;
        session.set_line(turn.line)?;
        let mv = session.legal_moves().swap_remove(0);
        let variation = |score| Variation {
            moves: vec![mv.clone()],
            score,
            bound: Bound::Exact,
        };
        let mut answer = Answer::of_move(mv.clone());
        answer.report.lines = self.score.map(variation).into_iter().collect();
        Ok(answer)
    }
}

#[test]
fn clocks_run_down_and_lose() {
    let othello = engines::game("othello").expect("built in");
    let ms = Duration::from_millis;
    // Long enough that neither loses on a busy machine by accident.
    let clock = Clock::new(ms(1_500), ms(20));
    let mut black = Sleeper::new(othello, &[100, 100, 5_000]);
    let mut white = Sleeper::new(othello, &[0, 300]);
    let mut referee = Referee::new([Limits::clock(clock).with_nodes(7); 2]);
    referee.conduct.time_margin = Duration::ZERO;
    let mut session = othello.session(&Vec::new()).expect("no settings");
    let played = referee
        .play(
            session.as_mut(),
            [&mut black, &mut white],
            &Control::default(),
        )
        .expect("not stopped");
    assert_eq!(
        (played.winner, played.fault, played.moves.len()),
        (Some(1), Some(Fault::Time), 4),
        "{played:?}"
    );
    assert!(
        played.reason.starts_with("time: ") && played.reason.contains(" ms instead of "),
        "{}",
        played.reason
    );
    let at_most = |clock: Clock, millis| clock.remaining <= ms(millis);
    let seen: Vec<[Clock; 2]> = black
        .asked
        .iter()
        .map(|(_, clocks, _)| clocks.expect("there are clocks"))
        .collect();
    assert_eq!(seen[0], [clock; 2]);
    assert!(
        at_most(seen[1][0], 1_420) && at_most(seen[2][0], 1_340) && at_most(seen[2][1], 1_240),
        "{seen:?}"
    );
    for ((limits, clocks, patience), [own, _]) in black.asked.iter().zip(&seen) {
        assert_eq!(
            (limits.clock, limits.nodes, *patience),
            (Some(*own), Some(7), Some(own.remaining))
        );
        assert!(
            clocks.is_some_and(|[own, other]| own.increment == ms(20) && other.increment == ms(20))
        );
    }
    // The opponent sees the same two clocks the other way round.
    let [own, other] = white.asked[1].1.expect("there are clocks");
    assert_eq!(other, seen[2][0]);
    assert!(
        own.remaining > ms(1_000) && own.remaining <= ms(1_520),
        "a quick move costs little: {own:?}"
    );
    let [lost, won] = played.timing.expect("there are clocks");
    assert!(
        lost.used_us >= 1_500_000 && lost.left_us == 0 && lost.least_us < 0,
        "{lost:?}"
    );
    assert!(
        won.used_us >= 300_000 && won.left_us > 0 && won.least_us > 0,
        "{won:?}"
    );
}

#[test]
fn a_margin_forgives_but_gives_nothing() {
    let othello = engines::game("othello").expect("built in");
    let ms = Duration::from_millis;
    let mut black = Sleeper::new(othello, &[60]);
    let mut white = Sleeper::new(othello, &[]);
    let mut referee = Referee::new([Limits::clock(Clock::new(ms(20), ms(5))); 2]);
    referee.conduct = Conduct {
        time_margin: Duration::from_secs(60),
        max_plies: 4,
        ..Conduct::default()
    };
    let mut session = othello.session(&Vec::new()).expect("no settings");
    let played = referee
        .play(
            session.as_mut(),
            [&mut black, &mut white],
            &Control::default(),
        )
        .expect("not stopped");
    assert_eq!(
        (played.fault, played.reason.as_str()),
        (None, TOO_LONG),
        "{played:?}"
    );
    assert_eq!(
        black.asked[1].0.clock.map(|clock| clock.remaining),
        Some(ms(5))
    );
    assert_eq!(black.asked[0].2, Some(ms(20) + Duration::from_secs(60)));
    assert!(
        played
            .timing
            .is_some_and(|[late, _]| late.least_us <= -40_000),
        "{played:?}"
    );
}

#[test]
fn too_late_is_too_late_answer_or_none() {
    let othello = engines::game("othello").expect("built in");
    let late: Deed = || {
        std::thread::sleep(Duration::from_millis(30));
        Err("no answer".into())
    };
    for limits in [
        Limits::time(Duration::from_millis(5)),
        Limits::clock(Clock::new(Duration::from_millis(5), Duration::ZERO)),
    ] {
        let mut referee = Referee::new([limits; 2]);
        referee.conduct.time_margin = Duration::from_millis(10);
        let mut session = othello.session(&Vec::new()).expect("no settings");
        let mut black = puppet(othello, 0, late);
        let mut white = good(othello);
        let played = referee
            .play(
                session.as_mut(),
                [&mut black, &mut white],
                &Control::default(),
            )
            .expect("not stopped");
        assert_eq!(
            (played.winner, played.fault),
            (Some(1), Some(Fault::Time)),
            "{limits:?}"
        );
    }
}

#[test]
fn agreed_games_end_early() {
    let othello = engines::game("othello").expect("built in");
    let play = |scores: [Option<Score>; 2], adjudication: AdjudicationRules| {
        let [mut black, mut white] = scores.map(|score| Sleeper {
            score,
            ..Sleeper::new(othello, &[])
        });
        let mut referee = free();
        referee.conduct.adjudication = adjudication;
        let mut session = othello.session(&Vec::new()).expect("no settings");
        let played = referee
            .play(
                session.as_mut(),
                [&mut black, &mut white],
                &Control::default(),
            )
            .expect("not stopped");
        assert_eq!(
            played.reason == ADJUDICATED,
            session.state().ending.is_none()
        );
        (played.winner, played.reason, played.moves.len())
    };
    let said = |black, white| [black, white].map(|score| Some(Score::eval(score)));
    let win = "500:6".parse().ok();
    let draw = "10:4:20".parse().ok();
    let both = AdjudicationRules { win, draw };
    assert_eq!(
        play(said(600, -700), both),
        (Some(0), ADJUDICATED.to_owned(), 6)
    );
    assert_eq!(
        play(said(-600, 700), both),
        (Some(1), ADJUDICATED.to_owned(), 6)
    );
    assert_eq!(play(said(3, -10), both), (None, ADJUDICATED.to_owned(), 20));
    // Off by default, and where they disagree or say nothing.
    let out = play(said(600, -700), AdjudicationRules::NEVER);
    assert_ne!(out.1, ADJUDICATED);
    assert_eq!(play(said(600, 600), both), out);
    assert_eq!(play([Some(Score::eval(600)), None], both), out);
    // If the move ends the game by the rules, the rules decide the winner.
    assert_eq!(
        play(
            said(600, -700),
            AdjudicationRules {
                win: format!("500:{}", out.2).parse().ok(),
                draw: None
            }
        ),
        out
    );
}

/// Offers a draw with its first legal move at the plies given.
struct Diplomat(&'static dyn engines::Game, Vec<usize>);

impl Bot for Diplomat {
    fn reply(&mut self, turn: &Turn<'_>, _: &Control) -> Result<Answer, BotError> {
        let mut session = self.0.session(&Vec::new()).expect("no settings");
        session.set_line(turn.line).expect("a legal line");
        assert_eq!(
            turn.start,
            &self.0.session(&Vec::new()).expect("no settings").view()
        );
        assert_eq!(turn.to_move, session.view().turn);
        let mv = session.legal_moves().swap_remove(0);
        Ok(Answer::new(if self.1.contains(&turn.line.moves.len()) {
            Reply::DrawOffer(mv)
        } else {
            Reply::Move(mv)
        }))
    }
}

#[test]
fn two_draw_offers_in_a_row_are_an_agreement() {
    let othello = engines::game("othello").expect("built in");
    for (offers, agreed) in [
        (vec![], None),
        (vec![4, 6, 9, 12], None),
        (vec![4, 6, 7], Some(8)),
        (vec![0, 1], Some(2)),
    ] {
        let mut players = [(); 2].map(|()| Diplomat(othello, offers.clone()));
        let [one, other] = &mut players;
        let mut session = othello.session(&Vec::new()).expect("no settings");
        let played = free()
            .play(session.as_mut(), [one, other], &Control::default())
            .expect("it is not stopped");
        let plies = (played.reason == AGREED).then_some(played.moves.len());
        assert_eq!(plies, agreed, "{offers:?}");
        assert!(agreed.is_none() || (played.winner, played.fault) == (None, None));
    }
}

#[test]
fn no_move_is_a_crash_and_a_resignation_none() {
    let othello = engines::game("othello").expect("built in");
    for (reply, fault, reason) in [
        (Reply::None, Some(Fault::Crash), "crash: it found no move"),
        (Reply::Resign, None, RESIGNED),
    ] {
        struct Says(Reply);
        impl Bot for Says {
            fn reply(&mut self, _: &Turn<'_>, _: &Control) -> Result<Answer, BotError> {
                Ok(Answer::new(self.0.clone()))
            }
        }
        let mut session = othello.session(&Vec::new()).expect("no settings");
        let [mut one, mut other] = [Says(reply.clone()), Says(reply)];
        let played = free()
            .play(
                session.as_mut(),
                [&mut one, &mut other],
                &Control::default(),
            )
            .expect("it is not stopped");
        assert_eq!((played.winner, played.fault), (Some(1), fault));
        assert_eq!(played.reason, reason);
    }
}
