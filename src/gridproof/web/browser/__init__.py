"""The app without a server: in a browser, Python answers the pages in a web worker of theirs."""
