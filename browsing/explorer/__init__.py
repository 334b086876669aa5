"""The explorer: pages that show stores, served on the loopback interface.

What a page shows is computed without a browser (`address`, `overview`, `runs`, `slicing`, `contrast`,
`downloads`); `site` and `server` show it.
"""

__all__: list[str] = []
