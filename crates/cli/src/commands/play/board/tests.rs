use super::*;
use game_core::{BoardView, Cell, Coordinates};

fn session(game: &str, line: &str) -> Box<dyn Session> {
    let game = engines::game(game).expect("built in");
    let mut session = game.session(&Vec::new()).expect("the default rules");
    session.set_line(line).expect("a legal line");
    session
}

/// A game built in after these moves.
fn drawn(game: &str, line: &str, glyphs: Glyphs, marks: &Marks, scale: usize) -> Drawing {
    let session = session(game, line);
    let game = engines::game(game).expect("built in");
    let look = Look::new(game, &*session, glyphs, Colours::None);
    let scale = Scale::all(look.signs.width())[scale];
    look.draw(&session.view(), marks, scale)
}

/// The column of each sign of a row of text, wide ones in two.
fn column_of(text: &str, part: &str) -> usize {
    use unicode_width::UnicodeWidthStr;
    let (before, _) = text.split_once(part).expect("it is there");
    before.width()
}

#[test]
fn gomoku_in_the_smallest_scale() {
    let drawing = drawn(
        "gomoku",
        "startpos moves h8h9a1",
        Glyphs::Letters,
        &Marks::default(),
        2,
    );
    let text = drawing.plain();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 16, "{text}");
    assert_eq!(lines[0], "15 +-+-+-+-+-+-+-+-+-+-+-+-+-+-+");
    assert_eq!(lines[6], " 9 +-+-+-+-+-+-+-O-+-+-+-+-+-+-+");
    assert_eq!(lines[14], " 1[X]+-+-+-+-+-+-+-+-+-+-+-+-+-+");
    assert_eq!(lines[15], "   a b c d e f g h i j k l m n o");
    let native = drawn(
        "gomoku",
        "startpos moves h8h9",
        Glyphs::Native,
        &Marks::default(),
        2,
    )
    .plain();
    assert!(
        native.starts_with("15 ┌─┬─┬") && native.contains("[○]") && native.contains("●"),
        "{native}"
    );
    assert!(
        native
            .lines()
            .nth(14)
            .is_some_and(|line| line.starts_with(" 1 └─┴")),
        "{native}"
    );
}

#[test]
fn every_cell_is_found_where_it_is_drawn() {
    for game in &engines::GAMES {
        let session = session(game.name(), "startpos");
        let view = session.view();
        for glyphs in [Glyphs::Native, Glyphs::Letters] {
            let look = Look::new(game, &*session, glyphs, Colours::True);
            for scale in Scale::all(look.signs.width()) {
                let drawing = look.draw(&view, &Marks::default(), scale);
                let size = [drawing.width(), drawing.height()];
                assert_eq!(size, look.size(&view, scale));
                for cell in 0..view.board.cells.len() {
                    let [column, row] = drawing.place(cell).expect("a place");
                    assert_eq!(drawing.cell_at(column, row), Some(cell), "{scale:?}");
                    let spot = drawing.row(row)[column];
                    let piece = view.board.cells[cell].piece;
                    let sign = piece.map(|piece| look.signs.of(piece));
                    if let Some(Sign::Text(text)) = sign {
                        assert_eq!(spot.sign, text.chars().next());
                        assert!(spot.style.get_fg_color().is_some());
                    }
                    assert!(spot.style.get_bg_color().is_some());
                }
            }
        }
    }
}

/// Signs of two columns stand under each other, whatever is beside them.
#[test]
fn xiangqi_is_aligned() {
    let line = "startpos moves h2e2";
    for scale in 0..3 {
        let drawing = drawn("xiangqi", line, Glyphs::Native, &Marks::default(), scale);
        let text = drawing.plain();
        let letters = text.lines().last().expect("letters");
        let column = column_of(letters, "e");
        let king = |sign| {
            text.lines()
                .find(|line| line.contains(sign))
                .expect("a king")
        };
        assert_eq!(column_of(king("將"), "將"), column, "{text}");
        assert_eq!(column_of(king("帥"), "帥"), column, "{text}");
        assert!(text.contains("[炮]"), "{text}");
        let most = [58, 40, 31][scale];
        assert!(
            drawing.width() <= most,
            "{} columns\n{text}",
            drawing.width()
        );
    }
    let roomy = drawn("xiangqi", line, Glyphs::Native, &Marks::default(), 1).plain();
    // The palaces, and no files across the river.
    assert_eq!(roomy.matches('╲').count(), 4, "{roomy}");
    let river = roomy.lines().nth(9).expect("a river");
    assert_eq!(river.matches('│').count(), 2, "{roomy}");
    let letters = drawn("xiangqi", line, Glyphs::Letters, &Marks::default(), 1).plain();
    assert!(
        letters.is_ascii() && letters.contains("[C]") && letters.contains('\\'),
        "{letters}"
    );
}

#[test]
fn othello_shows_where_discs_may_go() {
    let drawing = drawn("othello", "startpos", Glyphs::Native, &Marks::default(), 2);
    let text = drawing.plain();
    assert_eq!(text.lines().count(), 9);
    assert!(text.starts_with("  a b c d e f g h\n1 "), "{text}");
    assert_eq!(text.matches('•').count(), 4, "{text}");
    assert_eq!(
        [text.matches('●').count(), text.matches('○').count()],
        [2, 2]
    );
}

#[test]
fn marks_are_told_without_colours() {
    let marks = Marks {
        cursor: Some(0),
        chosen: vec![64],
        targets: vec![65, 66],
        hint: Some(MoveCells {
            from: None,
            to: Some(4),
        }),
    };
    let text = drawn("xiangqi", "startpos", Glyphs::Letters, &marks, 1).plain();
    assert!(text.contains(">r<") && text.contains("{C}"), "{text}");
    assert_eq!(text.matches('*').count(), 2, "{text}");
    assert!(text.contains("?k?"), "{text}");
    let taken = Marks {
        targets: vec![0],
        ..Marks::default()
    };
    let text = drawn("xiangqi", "startpos", Glyphs::Letters, &taken, 1).plain();
    assert!(text.contains("+r+"), "{text}");
}

#[test]
fn forbidden_points_and_the_row_of_five() {
    let game = engines::game("gomoku").expect("built in");
    let renju = vec![("rule".to_owned(), "renju".to_owned())];
    let mut session = game.session(&renju).expect("renju");
    session
        .set_line("X:g8i8h7h9 O:a1c1e1g1 turn:X")
        .expect("a position");
    let look = Look::new(game, &*session, Glyphs::Native, Colours::None);
    let text = |session: &dyn Session, scale: usize| {
        let scale = Scale::all(1)[scale];
        look.draw(&session.view(), &Marks::default(), scale).plain()
    };
    let marked = session.view().marks.len();
    assert!(marked > 0);
    assert_eq!(text(&*session, 2).matches('×').count(), marked);
    assert_eq!(text(&*session, 1).matches("33").count(), marked);

    let row = "startpos moves h8a1h9a2h10a3h11a4h12";
    let five = self::session("gomoku", row);
    assert_eq!(five.view().deciding.len(), 5);
    let text = drawn("gomoku", row, Glyphs::Letters, &Marks::default(), 2).plain();
    assert_eq!(text.matches("*X*").count(), 5, "{text}");
}

#[test]
fn a_general_in_check_is_marked() {
    let line = "4k4/9/9/9/9/9/9/4R4/9/3K5 b";
    let text = drawn("xiangqi", line, Glyphs::Letters, &Marks::default(), 1).plain();
    assert_eq!(text.matches("!k!").count(), 1, "{text}");
    let text = drawn("xiangqi", "startpos", Glyphs::Letters, &Marks::default(), 1).plain();
    assert!(!text.contains('!'), "{text}");
}

fn board(columns: usize, names: &[&str]) -> BoardView {
    BoardView::new(
        columns,
        names.iter().map(|name| Cell {
            name: (*name).to_owned(),
            piece: None,
        }),
    )
}

fn look(shape: BoardShape, glyphs: Glyphs) -> Look {
    Look {
        shape,
        signs: Signs::new(&Default::default(), glyphs),
        glyphs,
        sides: [Rgb(1, 1, 1), Rgb(2, 2, 2)],
        colours: Colours::None,
    }
}

fn view(board: BoardView) -> GameView {
    let session = session("othello", "startpos");
    GameView {
        board,
        legal: Vec::new(),
        ..session.view()
    }
}

#[test]
fn hexagons_are_in_staggered_rows_between_their_edges() {
    let names = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
    let board = board(3, &names);
    let shape = BoardShape::hexes(&board).bordered(Player::First, &board);
    let view = view(board);
    let look = look(shape, Glyphs::Letters);
    let text = look
        .draw(&view, &Marks::default(), Scale::all(1)[2])
        .plain();
    let want = [
        "   xxxxxx",
        "3 o . . . o",
        "2  o . . . o",
        "1   o . . . o",
        "     xxxxxx",
        "      a b c",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), want, "\n{text}");
    for scale in Scale::all(1) {
        let drawing = look.draw(&view, &Marks::default(), scale);
        for cell in 0..9 {
            let [column, row] = drawing.place(cell).expect("a place");
            assert_eq!(
                drawing.row(row)[column].sign,
                Some('.'),
                "\n{}",
                drawing.plain()
            );
        }
    }
}

#[test]
fn names_are_inside_cells_where_there_is_room() {
    let board = board(2, &["1", "2", "3", "4"]);
    let shape = BoardShape {
        cell: CellShape::Chequered,
        places: vec![[1.0, 0.0], [3.0, 0.0], [0.0, 1.0], [2.0, 1.0]],
        coordinates: Coordinates::Inside,
        ..BoardShape::default()
    };
    let view = view(board);
    let look = look(shape, Glyphs::Letters);
    let [_, roomy, smallest] = Scale::all(1);
    let small = look.draw(&view, &Marks::default(), smallest).plain();
    assert_eq!(small, "1   .   .\n3 .   .");
    let large = look.draw(&view, &Marks::default(), roomy).plain();
    assert!(
        large.lines().nth(1).is_some_and(|line| line.contains('1')),
        "{large}"
    );
    assert_eq!(large.lines().count(), 4, "{large}");
}

#[test]
fn the_scale_fits() {
    let session = session("gomoku", "startpos");
    let game = engines::game("gomoku").expect("built in");
    let look = Look::new(game, &*session, Glyphs::Native, Colours::None);
    let view = session.view();
    let [large, roomy, smallest] = Scale::all(1);
    assert_eq!(look.fitting_scale(&view, 200, 60), large);
    assert_eq!(look.fitting_scale(&view, 80, 35), roomy);
    assert_eq!(look.fitting_scale(&view, 40, 24), smallest);
    assert_eq!(look.fitting_scale(&view, 5, 5), smallest);
    assert_eq!(look.plain_scale(&view), smallest);
}

/// A board of one row, and below it two cells for pieces in hand, twelve of one kind.
#[test]
fn pieces_in_hand_are_counted_apart_from_the_board() {
    let mut board = board(2, &["a1", "b1", "P*", "R*"]).with_counts([(2, 12)]);
    let mut shape = BoardShape::squares(&board);
    for place in &mut shape.places[2..] {
        place[1] += 0.5;
    }
    board.cells[2].piece = Some(Piece {
        owner: Player::Second,
        letter: 'P',
    });
    let view = view(board);
    let look = look(shape, Glyphs::Letters);
    let marks = Marks {
        chosen: vec![2],
        cursor: Some(1),
        ..Marks::default()
    };
    let [large, roomy, smallest] = Scale::all(look.signs.width_on(&view.board));
    let small = look.draw(&view, &marks, smallest);
    assert_eq!(
        small.plain(),
        "1 .  >.  <\n  a   b\n {p12}.",
        "{}",
        small.plain()
    );
    for scale in [large, roomy, smallest] {
        let drawing = look.draw(&view, &marks, scale);
        let text = drawing.plain();
        assert!(text.contains("{p12}"), "{text}");
        let row = |cell| drawing.place(cell).expect("a place")[1];
        let letters = text.lines().position(|line| line.contains('a'));
        assert!(letters > Some(row(0)) && letters < Some(row(2)), "{text}");
        // What parts them is no square.
        let coloured = Look {
            colours: Colours::True,
            ..look.clone()
        };
        let drawing = coloured.draw(&view, &marks, scale);
        let has_ground = |row| {
            let mut spots = drawing.row(row).iter();
            spots.any(|spot| spot.style.get_bg_color().is_some())
        };
        let rows = [row(0), letters.expect("letters"), row(2)];
        assert_eq!(rows.map(has_ground), [true, false, true], "{text}");
    }
}
