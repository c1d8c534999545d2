// SPDX-License-Identifier: Apache-2.0
package shop;

/** No code calls its private method. */
public final class Unused {
    public int used(int number) {
        return number + 1;
    }

    private int never(int number) {
        return number > 3 ? 1 : 2;
    }
}
