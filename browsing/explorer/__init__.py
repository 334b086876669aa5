"""The explorer: a page on loopback that reads stores. What a page shows is worked out without a browser
(`address`, `overview`, `runs`, `slicing`, `contrast`, `downloads`); `site` and `server` show it.
"""

__all__: list[str] = []
