"""Import Numba, turning settings it can't use into readable errors. Import it from here only."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gridlock.errors import GridlockError, excerpt, shortened

_SETTING = re.compile("NUMBA_[A-Z0-9_]+")
_FEATURES = "NUMBA_CPU_FEATURES"


@contextmanager
def _checked_settings() -> Iterator[None]:
    """Wrap the import of Numba, which reads the NUMBA_ environment variables."""
    _check_features()
    with warnings.catch_warnings(record=True) as records:
        warnings.simplefilter("always")
        try:
            yield
        except Exception as error:
            raise GridlockError(_failure(error)) from error
    for warning in records:
        warnings.warn(_one_line(str(warning.message)), warning.category, stacklevel=2)


def _check_features() -> None:
    """Reject features without a sign, because LLVM would abort the process."""
    for feature in filter(None, os.environ.get(_FEATURES, "").split(",")):
        if not feature.startswith(("+", "-")):
            raise GridlockError(
                f"{_FEATURES} is a list such as +avx2,-avx512f, without {excerpt(feature)}: unset it."
            )


def _failure(error: Exception) -> str:
    """Explain why Numba can't be imported, and which settings to check."""
    settings = [f"{name}={value}" for name, value in sorted(os.environ.items()) if _SETTING.fullmatch(name)]
    advice = f" Check or unset {shortened(', '.join(settings), 200)}." if settings else ""
    reason = shortened(" ".join(str(error).split()), 200).rstrip(".")
    return f"Numba, which compiles the search, can't be loaded: {reason}.{advice}"


def _one_line(message: str) -> str:
    """Format a Numba warning on one line, without the traceback that Numba adds for settings."""
    name = _SETTING.search(message)
    if name is None or name[0] not in os.environ:
        return " ".join(message.split())
    value = excerpt(os.environ[name[0]])
    return f"{name[0]} is {value}, which Numba can't use, so it is ignored: correct or unset it."


with _checked_settings():
    import llvmlite as llvmlite
    import numba as numba
    from llvmlite import ir as ir
    from numba.core import cgutils as cgutils
    from numba.core import config as numba_config
    from numba.core import types as types
    from numba.core.errors import NumbaError
    from numba.extending import overload as overload
    from numba.extending import register_jitable as register_jitable
    from numba.np.arrayobj import populate_array as populate_array

COMPILE_ERRORS: tuple[type[Exception], ...] = (NumbaError,)
"""The exceptions Numba raises when it can't compile something."""

_config: Any = numba_config  # its attributes are set from the environment
if _config.DISABLE_JIT:
    raise GridlockError("NUMBA_DISABLE_JIT is set, but the search only runs as compiled code: unset it.")
