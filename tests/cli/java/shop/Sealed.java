// SPDX-License-Identifier: Apache-2.0
package shop;

/** Nothing of it can be called. */
public final class Sealed {
    private Sealed() {
    }

    private static int sign(int x) {
        return x < 0 ? -1 : 1;
    }
}
