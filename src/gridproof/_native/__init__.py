"""The C++ kernels: one module a folder of ``native/``, with its typed stub beside this file.

Imported only by solvers; rules and verification never load it. In a browser the kernels are in
WebAssembly, and :mod:`gridproof._native.webassembly` serves them.
"""

import sys

if sys.platform == "emscripten":
    from gridproof._native.webassembly import BrowserHost, install

    install(BrowserHost())
