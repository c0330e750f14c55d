"""Live examples in the documentation: a block of the language `live` is a puzzle on the page, in the browser.

mkdocs calls these hooks. The puzzle is opened and judged when the reader unfolds the example, and not before: the
engine takes some 17 MB. CPSUDOKU_BROWSER_WHEEL names a wheel with compiled kernels.
"""

from __future__ import annotations

import json
import logging
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cpsudoku.errors import UsageError
from cpsudoku.web.site.folder import write

BLOCK = re.compile(r"^```live\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
FOLDER = "live"
log = logging.getLogger("mkdocs.hooks.live")


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """The text of a page with its live examples as frames."""
    up = "../" * (page.url.strip("/").count("/") + 1) if page.url.strip("/") else ""

    def frame(found: re.Match[str]) -> str:
        text = found[1].strip()
        puzzle = quote(json.dumps(json.loads(text), separators=(",", ":")) if text.startswith("{") else text)
        source = f"{up}{FOLDER}/index.html#{puzzle}"
        return (
            '<details class="live"><summary>Try it here: play, ask for a hint, rate, explain</summary>'
            f'<iframe src="{source}" loading="lazy" title="The puzzle on the page"></iframe></details>'
        )

    return BLOCK.sub(frame, markdown)


def on_post_build(config: Any) -> None:
    """Write the page beside the documentation."""
    wheel = os.environ.get("CPSUDOKU_BROWSER_WHEEL")
    try:
        write(Path(config["site_dir"], FOLDER), Path(wheel) if wheel else None)
    except UsageError as error:
        log.warning("no live examples: %s", error)
