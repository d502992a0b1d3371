"""Find static files that are made from others, when static files are collected."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage


class MadeFileFinder(BaseFinder):
    """Find the files of its makers, by their names, and make those that are missing."""

    root: Path
    storage: Storage
    makers: Mapping[str, Callable[[Path], object]]

    def keep_in(self, root: Path, makers: Mapping[str, Callable[[Path], object]]) -> None:
        """Keep the files in a folder, which is another one when they would be other files."""
        self.root, self.makers = root, makers
        self.storage = FileSystemStorage(root)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in self.makers:
            self._made(name)
            yield name, self.storage

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        if path not in self.makers:
            return []
        found = str(self._made(path))
        return [found] if find_all else found

    def _made(self, name: str) -> Path:
        path = self.root / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_suffix(f"{path.suffix}.{os.getpid()}")
            self.makers[name](unfinished)
            unfinished.replace(path)
        return path
