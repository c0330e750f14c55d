"""Programs of other people as engines: a TOML file describes how to run one."""
