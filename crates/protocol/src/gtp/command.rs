//! What can be asked.

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    ProtocolVersion,
    Name,
    Version,
    IsKnown,
    ListCommands,
    Quit,
    BoardSize,
    ClearBoard,
    Komi,
    Play,
    GenMove,
    RegGenMove,
    Undo,
    TimeSettings,
    TimeLeft,
    FinalScore,
    ShowBoard,
    ListGames,
    SetGame,
    GgUndo,
    PlaySequence,
    AnalyzeCommands,
    Interrupt,
    RulesGame,
    RulesBoard,
    RulesBoardSize,
    RulesLegalMoves,
    RulesSideToMove,
    RulesFinalResult,
}

/// Every command's word.
pub const COMMANDS: [(&str, Command); 29] = [
    ("protocol_version", Command::ProtocolVersion),
    ("name", Command::Name),
    ("version", Command::Version),
    ("known_command", Command::IsKnown),
    ("list_commands", Command::ListCommands),
    ("quit", Command::Quit),
    ("boardsize", Command::BoardSize),
    ("clear_board", Command::ClearBoard),
    ("komi", Command::Komi),
    ("play", Command::Play),
    ("genmove", Command::GenMove),
    ("reg_genmove", Command::RegGenMove),
    ("undo", Command::Undo),
    ("time_settings", Command::TimeSettings),
    ("time_left", Command::TimeLeft),
    ("final_score", Command::FinalScore),
    ("showboard", Command::ShowBoard),
    ("list_games", Command::ListGames),
    ("set_game", Command::SetGame),
    ("gg-undo", Command::GgUndo),
    ("gogui-play_sequence", Command::PlaySequence),
    ("gogui-analyze_commands", Command::AnalyzeCommands),
    ("gogui-interrupt", Command::Interrupt),
    ("gogui-rules_game_id", Command::RulesGame),
    ("gogui-rules_board", Command::RulesBoard),
    ("gogui-rules_board_size", Command::RulesBoardSize),
    ("gogui-rules_legal_moves", Command::RulesLegalMoves),
    ("gogui-rules_side_to_move", Command::RulesSideToMove),
    ("gogui-rules_final_result", Command::RulesFinalResult),
];

/// What GoGui offers in its menu: a kind of answer, a label and a command.
pub const ANALYZE: [&str; 3] =
    ["move/Best Move/reg_genmove %c", "plist/Legal Moves/gogui-rules_legal_moves", "string/Result/gogui-rules_final_result"];
