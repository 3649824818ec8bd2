"""Prefetched datasets of the Hub, for `load_dataset("owner/name")` without network.

The `datasets` library reads prefetched files only from a folder. So a run whose program names a dataset that the
cache holds finds it under that name in its working folder, as a link to the read-only snapshot.
"""

from __future__ import annotations

import os

_PREFIX = "datasets--"


def dataset_links(source: dict) -> dict[str, str]:
    """Name to snapshot folder of every cached dataset that the program's text mentions beside `load_dataset`."""
    cache = os.environ.get("HF_HUB_CACHE")
    text = source["imports"]["code"] + source["function"]["code"]
    if cache is None or "load_dataset" not in text or not os.path.isdir(cache):
        return {}
    found: dict[str, str] = {}
    for entry in os.listdir(cache):
        name = entry[len(_PREFIX) :].replace("--", "/", 1)
        if entry.startswith(_PREFIX) and f'"{name}"' in text.replace("'", '"'):
            snapshot = _snapshot(os.path.join(cache, entry))
            if snapshot is not None:
                found[name] = snapshot
    return found


def make_links(links: dict[str, str], folder: str) -> None:
    """Put the links into a run's working folder."""
    for name, target in links.items():
        place = os.path.join(folder, name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        os.symlink(target, place)


def _snapshot(repository: str) -> str | None:
    try:
        with open(os.path.join(repository, "refs", "main"), encoding="utf-8") as file:
            return os.path.join(repository, "snapshots", file.read().strip())
    except OSError:
        return None
