"""The page in the browser (extra `[web]`): Starlette routes over a few worker processes."""
