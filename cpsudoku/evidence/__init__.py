"""Certificates, and the checker, which trusts no other part of the package."""
