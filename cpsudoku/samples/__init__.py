"""Sample puzzle files shipped with the package."""
