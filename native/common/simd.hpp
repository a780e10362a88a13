// Vectors of 128 bits by the names of SSE2, where there are any: x86-64 and WebAssembly.
#pragma once

#if defined(__SSE2__)
#define GRIDPROOF_SIMD
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#define GRIDPROOF_SIMD
#include "common/wasm/simd.hpp"
#endif
