use super::ConfigError;
use search::{Leaf, MctsOptions, OPTIONS, Selection};

/// The options of every searcher, and those of Monte Carlo tree search; between them stand the rows
/// of [`search::OPTIONS`].
const COMMON: [&str; 11] = [
    "bare",
    "book",
    "random",
    "oversight",
    "temperature",
    "depth",
    "mate",
    "nodes",
    "time",
    "hash",
    "threads",
];
const SAMPLING: [&str; 7] = [
    "exploration",
    "seed",
    "selection",
    "leaf",
    "first_play",
    "expand",
    "proofs",
];

/// Every option's name.
pub(crate) fn all_options() -> String {
    let rows = OPTIONS.iter().map(|row| row.name);
    let names: Vec<_> = COMMON.into_iter().chain(rows).chain(SAMPLING).collect();
    names.join(", ")
}

/// The options of Monte Carlo tree search in a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sampling {
    exploration: Option<f32>,
    seed: Option<u64>,
    selection: Option<Selection>,
    leaf: Option<Leaf>,
    first_play: Option<f32>,
    expand: Option<u32>,
    proofs: Option<bool>,
}

impl Sampling {
    /// Sets one option; `None` if it has no such name.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), ConfigError>> {
        let known = match name {
            "exploration" => {
                let given = value.parse().ok();
                self.exploration = given.filter(|given| (0.0..=1_000.0).contains(given));
                self.exploration.map(drop).ok_or("a number from 0 to 1000")
            }
            "seed" => {
                self.seed = value.parse().ok();
                self.seed.map(drop).ok_or("a whole number")
            }
            "selection" => {
                self.selection = match value {
                    "ucb1" => Some(Selection::Ucb1),
                    "puct" => Some(Selection::Puct),
                    _ => None,
                };
                self.selection.map(drop).ok_or("ucb1 or puct")
            }
            "leaf" => {
                self.leaf = match value {
                    "evaluator" => Some(Leaf::Evaluator),
                    "playout" => Some(Leaf::Playout),
                    _ => None,
                };
                self.leaf.map(drop).ok_or("evaluator or playout")
            }
            "first_play" => {
                let given = value.parse().ok();
                self.first_play = given.filter(|given| (0.0..=2.0).contains(given));
                self.first_play.map(drop).ok_or("a number from 0 to 2")
            }
            "expand" => {
                self.expand = number(value, 1, 1_000_000).map(|visits| visits as u32);
                self.expand
                    .map(drop)
                    .ok_or("a whole number from 1 to 1000000")
            }
            "proofs" => {
                self.proofs = match value {
                    "on" => Some(true),
                    "off" => Some(false),
                    _ => None,
                };
                self.proofs.map(drop).ok_or("on or off")
            }
            _ => return None,
        };
        Some(known.map_err(|expected| bad(name, value, expected)))
    }

    /// `base` with these options.
    pub(super) fn over(&self, base: MctsOptions) -> MctsOptions {
        base.with_exploration(self.exploration.unwrap_or(base.exploration))
            .with_seed(self.seed.unwrap_or(base.seed))
            .with_selection(self.selection.unwrap_or(base.selection))
            .with_leaf(self.leaf.unwrap_or(base.leaf))
            .with_first_play(self.first_play.unwrap_or(base.first_play))
            .with_expand(self.expand.unwrap_or(base.expand))
            .with_proofs(self.proofs.unwrap_or(base.proofs))
    }
}

/// An option with a value that it does not take.
pub(super) fn bad(name: &str, value: &str, expected: &'static str) -> ConfigError {
    ConfigError::Value {
        name: name.to_owned(),
        value: value.to_owned(),
        expected,
    }
}

/// A whole number in a range.
pub(super) fn number(text: &str, least: u64, most: u64) -> Option<u64> {
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
}

#[cfg(test)]
mod tests {
    use crate::{RuleSetting, SearcherConfig, Settings};
    use search::{
        LatePruning, Margin, MultiCut, NullMove, OPTIONS, Options, Preselection, ProbCut,
        ReductionShape, Reductions,
    };

    fn options(changes: &str) -> Options {
        let config: SearcherConfig = format!("aspiration,{changes}").parse().expect(changes);
        config.options(Options::default())
    }

    #[test]
    fn each_option_has_a_name_that_changes_it() {
        let mut seen = vec![Options::default()];
        for name in OPTIONS.iter().map(|row| row.name) {
            let value = match name {
                "quiescence" | "step" | "table_depth" | "score_cache" | "continuation" => "2",
                "aspiration" | "unit" => "50",
                "first_guess" => "above",
                "table" | "killers" | "history" | "history_bonus" | "counter_moves"
                | "extensions" | "prove" | "time_management" => "off",
                _ => "on",
            };
            let changed = options(&format!("{name}={value}"));
            assert!(!seen.contains(&changed), "{name}={value}");
            seen.push(changed);
            for bad in ["", "x", "1:x", "1:2:3:4:5:6:7:8:9:10", "9999999999", "1.5"] {
                let error = format!("aspiration,{name}={bad}")
                    .parse::<SearcherConfig>()
                    .expect_err(name)
                    .to_string();
                assert!(error.contains(name), "{error}");
            }
        }
    }

    #[test]
    fn numbers_go_where_they_are_said_to() {
        let null = NullMove {
            reduction: 3,
            every: 5,
            verify: Some(6),
            ..NullMove::default()
        };
        assert_eq!(options("null_move=3:5:6").null_move, Some(null));
        assert_eq!(
            options("null_move=3").null_move,
            Some(NullMove {
                reduction: 3,
                ..NullMove::default()
            })
        );
        assert_eq!(
            options("futility=4:200").futility,
            Some(Margin {
                depth: 4,
                per_ply: 200
            })
        );
        let multi = MultiCut {
            cuts: 2,
            moves: 6,
            reduction: 3,
            depth: 4,
            all_nodes: true,
        };
        assert_eq!(options("multi_cut=2:6:3:4:1").multi_cut, Some(multi));
        let late = LatePruning {
            depth: 2,
            moves: 9,
            per_depth_squared: 1,
        };
        assert_eq!(options("late_pruning=2:9:1").late_pruning, Some(late));
        let steps = Reductions {
            depth: 4,
            after: 2,
            shape: ReductionShape::Steps(6),
            ..Reductions::DEFAULT
        };
        assert_eq!(options("late_moves=4:2:6").late_moves, Some(steps));
        let logarithmic = ReductionShape::Logarithmic {
            base: 30,
            slope: 60,
        };
        assert_eq!(
            options("late_log=30:60").late_moves.map(|late| late.shape),
            Some(logarithmic)
        );
        let cut = |depth| ProbCut {
            depth,
            shallow: 1,
            slope: 90,
            intercept: -5,
            sigma: 200,
            threshold: 120,
        };
        let two = options("prob_cut=3:1:90:-5:200:120,prob_cut=4:1:90:-5:200:120").prob_cuts;
        assert_eq!(two, [Some(cut(3)), Some(cut(4)), None, None]);
        assert!(
            "pvs,prob_cut=on,prob_cut=on,prob_cut=on,prob_cut=on,prob_cut=on"
                .parse::<SearcherConfig>()
                .is_err(),
            "one too many"
        );
        assert_eq!(options("prob_cut=on,prob_cut=off").prob_cuts, [None; 4]);
        assert_eq!(
            options("preselection=2:4").preselection,
            Some(Preselection { plies: 2, least: 4 })
        );
        assert_eq!(
            (
                options("beam=9").beam,
                options("singular=40").singular.map(|test| test.margin)
            ),
            (Some(9), Some(40))
        );
    }

    /// The options of a game under its default rules, and with each choice of a rule.
    fn under_each_rule(game: &dyn crate::Game) -> Vec<Options> {
        let choices = |rule: &RuleSetting| {
            let choice = |value: &&str| vec![(rule.name.to_owned(), (*value).to_owned())];
            rule.values.iter().map(choice).collect::<Vec<_>>()
        };
        let settings = game.facts().rules.iter().flat_map(choices);
        let options = |settings| game.options(&settings).expect("a choice of the game's");
        settings.chain([Settings::new()]).map(options).collect()
    }

    #[test]
    fn study_techniques_are_those_that_no_game_uses() {
        let played: Vec<_> = crate::GAMES.iter().flat_map(under_each_rule).collect();
        let mut wrong = Vec::new();
        for row in OPTIONS {
            let default = row.get(&Options::default());
            let off = default
                .iter()
                .all(|value| ["off", "last", "0"].contains(&&*value.to_string()));
            let used = played.iter().any(|options| row.get(options) != default);
            if row.study != (off && !used) {
                wrong.push(row.name);
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
