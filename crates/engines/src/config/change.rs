use super::{Family, SearcherConfig, SearcherOption};
use search::{Algorithm, OPTIONS, Options};

/// One option of a searcher switched and all others unchanged: a row of an ablation.
///
/// ```
/// let gomoku = engines::game("gomoku")?;
/// let pvs: engines::SearcherConfig = "pvs".parse()?;
/// let changes = pvs.changes(gomoku.options(&Vec::new())?, gomoku.facts().options);
/// let null_move = changes.iter().find(|change| change.option == "null_move").ok_or("it has one")?;
/// assert_eq!((null_move.value, null_move.off), ("off", true));
/// assert_eq!(null_move.config.to_string(), "pvs,null_move=off");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Change {
    /// The option's name.
    pub option: &'static str,
    /// The value it is set to.
    pub value: &'static str,
    /// Whether this turns off what is on; else it turns on what is off.
    pub off: bool,
    /// The searcher with the change.
    pub config: SearcherConfig,
}

impl SearcherConfig {
    /// Every option of this searcher switched alone, over the [search
    /// options](crate::Game::options) `base` of a game and the options `own` that only this
    /// game or searcher has: off if it is on, else on.
    ///
    /// Empty for those of the library that are not alpha-beta on one thread; of one that was added,
    /// its own options alone. Changes with the same effect are listed once.
    pub fn changes(&self, base: Options, own: &[SearcherOption]) -> Vec<Change> {
        let mut changes = match self.family {
            Family::Kernel(algorithm) => self.search_changes(algorithm, base),
            Family::Added => Vec::new(),
            _ => return Vec::new(),
        };
        for option in own {
            let Ok(config) = format!("{self},{}={}", option.name, option.switched).parse::<Self>()
            else {
                continue;
            };
            let [was, is] = [self, &config].map(|config| config.own().value(option));
            if was != is {
                changes.push(Change {
                    option: option.name,
                    value: option.switched,
                    off: is == 0,
                    config,
                });
            }
        }
        changes
    }

    /// Every search option switched alone.
    fn search_changes(&self, algorithm: Algorithm, base: Options) -> Vec<Change> {
        let mut seen = vec![self.options(base)];
        let mut changes = Vec::new();
        // `book` and `bare` are not search options.
        for row in OPTIONS {
            let option = row.name;
            for (i, value) in row.switched(algorithm).iter().enumerate() {
                // An option with a bounded number of values may be full.
                let Ok(config) = format!("{self},{option}={value}").parse::<Self>() else {
                    continue;
                };
                let options = config.options(base);
                if !seen.contains(&options) {
                    seen.push(options);
                    changes.push(Change {
                        option,
                        value,
                        off: i == 0,
                        config,
                    });
                    break;
                }
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{NullMove, Reductions};

    fn changed(config: &str, base: Options) -> Vec<(String, bool)> {
        let config: SearcherConfig = config.parse().expect(config);
        let name = |change: &Change| format!("{}={}", change.option, change.value);
        config
            .changes(base, &[])
            .iter()
            .map(|change| (name(change), change.off))
            .collect()
    }

    #[test]
    fn what_is_on_is_turned_off_and_the_reverse() {
        let base = Options::default().with_null_move(Some(NullMove::default()));
        let has =
            |changes: &[(String, bool)], name: &str, off| changes.contains(&(name.to_owned(), off));
        let changes = changed("aspiration", base);
        for (name, off) in [
            ("null_move=off", true),
            ("killers=off", true),
            ("quiescence=0", true),
            ("aspiration=100000", true),
            ("step=2", false),
            ("razoring=on", false),
            ("prob_cut=on", false),
        ] {
            assert!(has(&changes, name, off), "{name}: {changes:?}");
        }
        let changes = changed("pvs,null_move=off,step=2,quiescence=0", base);
        assert!(
            has(&changes, "null_move=on", false) && has(&changes, "step=1", true),
            "{changes:?}"
        );
        assert!(
            !changes
                .iter()
                .any(|(name, _)| name.starts_with("aspiration") || name.starts_with("quiescence"))
        );
        for config in ["minimax", "mcts", "dfpn", "smp"] {
            assert!(changed(config, base).is_empty(), "{config}");
        }
    }

    /// A new option appears in the table, or is listed here with a reason.
    #[test]
    fn every_technique_is_switched_once() {
        let changes = changed("aspiration", Options::default());
        let no_technique = ["unit", "first_guess"];
        let names = OPTIONS.iter().map(|row| row.name);
        for option in names.filter(|name| !no_technique.contains(name)) {
            let rows = changes
                .iter()
                .filter(|(name, _)| name.split('=').next() == Some(option))
                .count();
            assert_eq!(rows, 1, "{option}");
        }
    }

    /// `late_log` is another shape of `late_moves`: turning either off gives the same row.
    #[test]
    fn no_two_changes_come_to_the_same() {
        let base = Options::default().with_late_moves(Some(Reductions::default()));
        let config: SearcherConfig = "mtdf".parse().expect("a spec");
        let changes = config.changes(base, &[]);
        for (i, change) in changes.iter().enumerate() {
            let options = change.config.options(base);
            assert_ne!(options, config.options(base), "{}", change.option);
            assert!(
                changes[..i]
                    .iter()
                    .all(|other| other.config.options(base) != options),
                "{}",
                change.option
            );
        }
        let late = changes
            .iter()
            .filter(|change| change.option.starts_with("late_") && change.option != "late_pruning");
        assert_eq!(
            late.map(|change| (change.option, change.off))
                .collect::<Vec<_>>(),
            [("late_moves", true), ("late_log", false)]
        );
    }
}
