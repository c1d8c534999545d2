// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

/** Set before {@link Probe} is initialised, whose arrays are constants to the JIT compiler. */
final class Sizes {
    static int predicates = 1;
    static int methods = 1;
    static int lines = 1;
    static int mutants = 1;

    private Sizes() {}
}
