//! Serves a page to play gomoku, Othello and xiangqi in a browser.
