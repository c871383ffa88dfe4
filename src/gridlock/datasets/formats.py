"""File formats: Parquet, NPZ, and a folder of Parquet files. Equal rows give equal bytes."""

from __future__ import annotations

import io
import json
import math
import zipfile
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from gridlock.datasets.plan import Plan
from gridlock.datasets.rows import COLUMNS, SPLITS, row_type
from gridlock.errors import GridlockError, InvalidChoice, excerpt
from gridlock.files import draft_of
from gridlock.installation import missing_extra
from gridlock.rules import Game

Rows = Callable[[], Iterator[Any]]
"""Gives the rows of a dataset in chunks, from the beginning each time."""

ABOUT = "about"
"""The entry with the plan's parameters, as JSON."""

_ROW_GROUP = 1 << 17  # rows
_SHARD = 1_000_000  # rows in a file of a folder
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time in a ZIP file


class Format(Protocol):
    """How a dataset is stored."""

    def write(self, out: Path, plan: Plan, rows: Rows, splits: Mapping[str, int]) -> list[Path]:
        """Write a dataset, and return its files."""

    def read(self, path: Path) -> Columns:
        """Read a dataset."""


class Columns(NamedTuple):
    """The content of a dataset."""

    about: object
    """The plan's parameters."""
    arrays: dict[str, Any]


def format_of(path: Path) -> Format:
    """Return the format for a file name; GridlockError if there is none or if it needs another package."""
    if path.suffix == ".npz":
        return Npz()
    if path.suffix in (".parquet", ""):
        _pyarrow()
        return Parquet() if path.suffix else Folder()
    raise InvalidChoice(
        f"A dataset is a file that ends in .parquet or .npz, or a folder, not {excerpt(path.name)}."
    )


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise missing_extra("A dataset that isn't an .npz file", "data") from None
    return pyarrow


class Npz:
    """One ZIP file with an array per column, which needs nothing but NumPy."""

    def write(self, out: Path, plan: Plan, rows: Rows, splits: Mapping[str, int]) -> list[Path]:
        with draft_of(out) as draft, zipfile.ZipFile(draft, "w") as archive:
            about = np.array(json.dumps(plan.parameters))
            _write_entry(archive, ABOUT, about.dtype, (), iter([about]))
            for name in COLUMNS:
                kind, shape = _column_type(plan.game, name)
                chunks = (chunk[name] for chunk in rows())
                _write_entry(archive, name, kind, (sum(splits.values()), *shape), chunks)
        return [out]

    def read(self, path: Path) -> Columns:
        try:
            with np.load(path, allow_pickle=False) as archive:
                arrays = {name: archive[name] for name in COLUMNS}
                return Columns(json.loads(str(archive[ABOUT])), arrays)
        except (ValueError, KeyError, EOFError, AttributeError, TypeError, zipfile.BadZipFile):
            raise not_a_dataset(path) from None


def _column_type(game: Game, name: str) -> tuple[np.dtype[Any], tuple[int, ...]]:
    column = row_type(game)[name]
    return column.base, column.shape


def _write_entry(
    archive: zipfile.ZipFile, name: str, kind: np.dtype[Any], shape: tuple[int, ...], chunks: Iterator[Any]
) -> None:
    """Write an array in chunks, with nothing in the file that depends on time, user or system."""
    entry = zipfile.ZipInfo(f"{name}.npy", _EPOCH)
    entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
    header = {"descr": np.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": shape}
    with archive.open(entry, "w", force_zip64=True) as file:
        text = io.BytesIO()
        np.lib.format.write_array_header_1_0(text, header)
        file.write(text.getvalue())
        for chunk in chunks:
            file.write(np.ascontiguousarray(chunk).tobytes())


class Parquet:
    """One Parquet file."""

    def write(self, out: Path, plan: Plan, rows: Rows, splits: Mapping[str, int]) -> list[Path]:
        _write_parquet(out, plan, rows())
        return [out]

    def read(self, path: Path) -> Columns:
        return _read_parquet([path], path)


class Folder:
    """A folder of Parquet files, named as other programs expect them: ``train-00000-of-00002.parquet``."""

    def write(self, out: Path, plan: Plan, rows: Rows, splits: Mapping[str, int]) -> list[Path]:
        out.mkdir(exist_ok=True)
        files = []
        for number, (name, count) in enumerate(splits.items()):
            shards = max(1, math.ceil(count / _SHARD))
            chunks = regroup((chunk[chunk["split"] == number] for chunk in rows()), _SHARD)
            for shard in range(shards):
                path = out / f"{name}-{shard:05}-of-{shards:05}.parquet"
                _write_parquet(path, plan, iter([next(chunks, np.zeros(0, dtype=row_type(plan.game)))]))
                files.append(path)
        return files

    def read(self, path: Path) -> Columns:
        files = [file for name in SPLITS for file in sorted(path.glob(f"{name}-*.parquet"))]
        return _read_parquet(files, path)


def regroup(chunks: Iterator[Any], size: int) -> Iterator[Any]:
    """Yield the same rows in chunks of this size; the last may be smaller."""
    waiting: list[Any] = []
    count = 0
    for chunk in chunks:
        waiting.append(chunk)
        count += len(chunk)
        while count >= size:
            rows = np.concatenate(waiting)
            yield rows[:size]
            waiting, count = [rows[size:]], count - size
    if count:
        yield np.concatenate(waiting)


def _write_parquet(path: Path, plan: Plan, chunks: Iterator[Any]) -> None:
    pa = _pyarrow()
    fields = [(name, _arrow_type(pa, plan.game, name)) for name in COLUMNS]
    schema = pa.schema(fields, metadata={"gridlock": json.dumps(plan.parameters)})
    with draft_of(path) as draft, pa.parquet.ParquetWriter(draft, schema, compression="zstd") as writer:
        for rows in regroup(chunks, _ROW_GROUP):
            columns = [_arrow_column(pa, plan.game, name, rows[name]) for name in COLUMNS]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema), row_group_size=_ROW_GROUP)


def _arrow_type(pa: Any, game: Game, name: str) -> Any:
    kind, shape = _column_type(game, name)
    plain = pa.from_numpy_dtype(kind)
    return pa.list_(pa.field("item", plain), *shape) if shape else plain


def _arrow_column(pa: Any, game: Game, name: str, values: Any) -> Any:
    flat = pa.array(np.ascontiguousarray(values).reshape(-1))
    shape = _column_type(game, name)[1]
    return pa.FixedSizeListArray.from_arrays(flat, *shape) if shape else flat


def _read_parquet(files: list[Path], path: Path) -> Columns:
    pa = _pyarrow()
    try:
        tables = [
            pa.parquet.read_table(str(file), columns=list(COLUMNS), partitioning=None) for file in files
        ]
        table = pa.concat_tables(tables)
        about = json.loads(tables[0].schema.metadata[b"gridlock"])
        return Columns(about, {name: _array(table[name]) for name in COLUMNS})
    except (pa.ArrowException, KeyError, TypeError, IndexError, ValueError):
        raise not_a_dataset(path) from None


def _array(column: Any) -> Any:
    """A column as an array; that of ``values`` has two dimensions."""
    pa = _pyarrow()
    if pa.types.is_fixed_size_list(column.type):
        parts = (chunk.flatten().to_numpy() for chunk in column.chunks)
        return np.concatenate([*chain(parts), np.zeros(0, dtype=np.int8)]).reshape(-1, column.type.list_size)
    return column.to_numpy()


def not_a_dataset(path: Path) -> GridlockError:
    """The error for a file that isn't a dataset."""
    return GridlockError(f"{path} is not a dataset made by 'gridlock dataset'.")
