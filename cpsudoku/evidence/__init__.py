"""Certificates, and the checker that trusts nobody."""
