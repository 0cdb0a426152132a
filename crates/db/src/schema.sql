CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    -- A hash of all that makes it this game: an import of the same file adds nothing.
    fingerprint INTEGER NOT NULL UNIQUE,
    first TEXT,
    second TEXT,
    year INTEGER,
    event TEXT,
    -- 1 if the first mover won, 0 for a draw, -1, or unknown.
    outcome INTEGER,
    plies INTEGER NOT NULL,
    line TEXT NOT NULL,
    settings TEXT NOT NULL,
    tags TEXT NOT NULL,
    source TEXT NOT NULL
);

CREATE INDEX games_by_kind ON games (game, year);

-- Every position of every game, in the order of keys.
CREATE TABLE positions (
    key INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id),
    ply INTEGER NOT NULL,
    -- The key after the next move; unknown at the end of the game.
    next INTEGER,
    -- As in games, for the player to move.
    outcome INTEGER,
    PRIMARY KEY (key, game, ply)
) WITHOUT ROWID;

-- What follows the positions that occur often, summed up.
CREATE TABLE branches (
    key INTEGER NOT NULL,
    next INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    PRIMARY KEY (key, next)
) WITHOUT ROWID;
