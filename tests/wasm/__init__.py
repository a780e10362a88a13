"""Kernels in WebAssembly, which Node runs; `make wasm-test` builds them and runs these tests."""
