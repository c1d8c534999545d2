// SPDX-License-Identifier: Apache-2.0
// The one place that knows which Catch2 is installed (Debian 12 ships version 2, later ones 3).
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
