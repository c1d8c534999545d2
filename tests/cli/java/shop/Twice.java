// SPDX-License-Identifier: Apache-2.0
package shop;

/** Nothing implements it. */
public interface Twice {
    default int twice(int x) {
        return x > 3 ? x * 2 : 0;
    }

    int once(int x, String name);

    int again(long y);
}
