// SPDX-License-Identifier: Apache-2.0
package shop;

/** Needs another class for some arguments only. */
public class Lacking {
    public static int rows(int x) {
        return x > 3 ? new Cart().hashCode() & x : 2;
    }
}
