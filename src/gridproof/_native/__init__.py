"""The C++ kernels: one module a folder of ``native/``, with its typed stub beside this file.

Imported only by solvers; rules and verification never load it.
"""
