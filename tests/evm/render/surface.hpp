// SPDX-License-Identifier: Apache-2.0
// A made-up contract surface with a parameter of every kind of type, as the EVM problem builds it.
#pragma once

#include <sbst/test/catalogue.hpp>
#include <sbst/test/type.hpp>

struct Surface
{
    Surface();

    sbst::TypeUniverse types;
    sbst::Catalogue catalogue;
    sbst::CallableId constructor;
    sbst::CallableId everything;
    sbst::CallableId pay;
};
