"""Programs of other people as engines: a TOML file says how to run one, nothing here knows its name."""
