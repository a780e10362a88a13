// A hint to compilers.
#pragma once

// Before a loop whose rounds do not touch what others read: it may take several at once.
#if defined(__clang__)
#define GRIDPROOF_ROUNDS_APART _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define GRIDPROOF_ROUNDS_APART _Pragma("GCC ivdep")
#else
#define GRIDPROOF_ROUNDS_APART
#endif
