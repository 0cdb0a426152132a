"""What the documentation says: examples of docstrings, the quick start, the stubs."""

import doctest
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

import boyi
from boyi import _boyi

HOME = pathlib.Path(__file__).parents[2]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def documented() -> Iterator[tuple[str, str]]:
    """The docstrings of the extension, which `doctest` alone does not find, and of the modules."""
    for name in _boyi.__all__:
        thing = getattr(_boyi, name)
        yield name, thing.__doc__ or ""
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                yield f"{name}.{member}", inspect.getdoc(value) or ""
    for module in pkgutil.walk_packages(boyi.__path__, "boyi."):
        if module.name == "boyi._boyi":
            continue
        imported = __import__(module.name, fromlist=["_"])
        for test in doctest.DocTestFinder().find(imported):
            yield test.name, test.docstring or ""
    yield "boyi", boyi.__doc__ or ""


EXAMPLES = [(name, text) for name, text in documented() if ">>>" in text]


def run(name: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_of_docstrings(name: str, text: str) -> None:
    run(name, text)


def test_everything_public_is_documented() -> None:
    for name, text in documented():
        public = not any(part.startswith("_") for part in name.split("."))
        assert text or not public, name
    assert len(EXAMPLES) > 30


def test_the_readme_word_for_word() -> None:
    readme = (HOME / "README.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", readme, re.S)
    assert len(blocks) > 5
    # One after the other, as a reader would.
    run("README.md", "".join(blocks))


def test_options_are_those_that_there_are() -> None:
    told = set()
    for game in boyi.games():
        with pytest.raises(boyi.errors.OptionError) as refused:
            boyi.Engine(game, nonsense=1)  # type: ignore[call-arg]
        told |= set(re.sub(".*there are |,? and of its own", ",", str(refused.value)).replace(",", " ").split())
    from boyi.options import EvaluatorOptions, Options

    named = set(Options.__annotations__) - set(EvaluatorOptions.__annotations__)
    # The seed is an argument of its own.
    assert named | {"seed"} == told


def test_types() -> None:
    """The stubs tell what is there, and package and tests keep to them."""
    settings = str(HOME / "pyproject.toml")
    for command in [
        ["mypy.stubtest", "boyi", "--mypy-config-file", settings],
        ["mypy", "--config-file", settings, "--package", "boyi"],
        ["mypy", "--config-file", settings, str(HOME / "tests/package")],
        ["mypy", "--config-file", settings, str(HOME / "tests/cluster")],
    ]:
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
