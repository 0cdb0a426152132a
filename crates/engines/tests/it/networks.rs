//! Networks from files, as `network=FILE` in an engine configuration.

#![cfg(all(feature = "gomoku", feature = "othello", feature = "xiangqi"))]

use crate::plain::Plain;
use engines::{
    EngineConfig, EngineError, Game, NetworkError, SearchRequest, Settings, Wired, game,
};
use nnue::{Layers, LayersError, Trained};
use pattern_eval::{gomoku::PointClasses, xiangqi::HalfKa};
use search::{Control, Limits};
use std::path::Path;

fn config(searcher: &str, file: &Path) -> EngineConfig {
    let text = format!("{searcher},network={}", file.display());
    text.parse().expect("a configuration")
}

/// The score of the initial position and the nodes of a search.
fn search(game: &dyn Game, config: &EngineConfig) -> (i32, u64) {
    let mut engine = game.engine(&Settings::new(), config, 1).expect("an engine");
    let request = SearchRequest::new(Limits::depth(4));
    let report = engine.think(
        &"startpos".into(),
        &request,
        &Control::default(),
        &mut |_| {},
    );
    let report = report.expect("a report");
    (report.score().get(), report.nodes)
}

#[test]
fn a_network_from_a_file_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("candidate.network");
    let xiangqi = game("xiangqi").expect("built in");
    let mut layers = (*HalfKa::trained()).clone();
    let file = |layers: &Layers<{ HalfKa::HIDDEN }>| layers.to_bytes(&HalfKa::SET, "a test");
    std::fs::write(&path, file(&layers)).expect("written");
    let shipped = search(xiangqi, &"aspiration".parse().expect("a configuration"));
    assert_eq!(search(xiangqi, &config("aspiration", &path)), shipped);
    // Every tempo is a soldier more.
    layers.tempo.iter_mut().for_each(|tempo| *tempo += 800);
    std::fs::write(&path, file(&layers)).expect("written");
    assert_ne!(search(xiangqi, &config("aspiration", &path)), shipped);
    let level = config("level=3", &path);
    assert_eq!(
        level.to_string(),
        format!("level=3,network={}", path.display())
    );
    assert!(xiangqi.check(&level).is_ok());
}

#[test]
fn a_network_that_cannot_play_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some.network");
    let [gomoku, othello, xiangqi] =
        ["gomoku", "othello", "xiangqi"].map(|name| game(name).expect("built in"));
    let refusal = |game: &dyn Game, config: &EngineConfig| -> NetworkError {
        let checked = game.check(config).map(drop);
        let built = game.engine(&Settings::new(), config, 1).map(drop);
        let [one, other] = [checked, built].map(|result| match result {
            Err(EngineError::Network { error, path: found }) if found == path => error,
            other => panic!("{other:?}"),
        });
        assert_eq!(one.to_string(), other.to_string());
        one
    };
    let pvs = config("pvs", &path);
    assert!(
        matches!(refusal(xiangqi, &pvs), NetworkError::File(_)),
        "missing"
    );
    let file = PointClasses::trained().to_bytes(&PointClasses::SET, "a test");
    std::fs::write(&path, &file).expect("written");
    assert!(gomoku.check(&pvs).is_ok());
    assert!(matches!(
        refusal(xiangqi, &pvs),
        NetworkError::Layers(LayersError::FeatureSet { .. })
    ));
    assert!(matches!(
        refusal(othello, &pvs),
        NetworkError::Layers(LayersError::FeatureSet { .. })
    ));
    assert!(matches!(
        refusal(&Wired::<Plain>::NEW, &pvs),
        NetworkError::Game("othello")
    ));
    for beside in ["pvs,eval=handmade", "pvs,eval.tempo=3"] {
        assert!(matches!(
            refusal(gomoku, &config(beside, &path)),
            NetworkError::Chosen
        ));
    }
    let mut damaged = file.clone();
    damaged[file.len() / 2] ^= 1;
    std::fs::write(&path, damaged).expect("written");
    assert!(matches!(
        refusal(gomoku, &pvs),
        NetworkError::Layers(LayersError::Checksum)
    ));
}
