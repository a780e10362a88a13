// The language of each bind.cpp: nanobind, or for WebAssembly the part of it that kernels use. So
// functions, names of arguments, defaults, checks and results stand once.
#pragma once

#ifdef __wasm__
#include "common/wasm/binding.hpp"
#else
#include "common/python.hpp"
#endif
