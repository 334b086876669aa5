"""Clusters of states without policies in equilibrium: what is proved of them."""

__all__ = [
    "certificate",
    "certificate_of_clusters",
]
