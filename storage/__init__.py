"""The datasets: schema, layout, transactional writes, history, queries and copies. Import the module that you
need: workers need few.
"""

__all__ = ["errors", "export", "layout", "provenance", "query", "region", "repository", "schema"]
