"""The notebooks, from the first cell to the last."""

import pathlib

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = pathlib.Path(__file__).parents[2] / "notebooks"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown), "a board"
    assert any("image/png" in output.get("data", {}) for output in shown), "a plot"
    # What is kept is the text alone.
    kept = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert all(not cell.outputs and cell.execution_count is None for cell in kept.cells if cell.cell_type == "code")
