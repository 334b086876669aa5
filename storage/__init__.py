"""The datasets: schema, layout, transactional writes, history, queries and copies. Import single modules, as
workers need only a few of them.
"""

__all__ = ["errors", "export", "layout", "provenance", "query", "region", "repository", "schema"]
